import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, createGzip, gunzip } from 'node:zlib'
import { Gauge, type Registry } from 'prom-client'
import type { LiveSite } from '#engine/node'
import { contentHash, type KeptFile, migratedSources, type ParsedFile, parsedFile } from '#engine/node'
import { keepSetting, type Storage, setting } from '#server/storage'

/** What was live last: the files, and the rules of their forms, by whether they were proven. */
export interface LastGood {
  files: readonly ParsedFile[]
  proven: readonly string[]
  unproven: readonly string[]
}

interface Kept extends Omit<LastGood, 'files'> {
  /** The definition language that they are written in; left out where it is the first. */
  language?: number
  files: readonly KeptFile[]
}

/** The definition language of today: what is kept in an earlier one is migrated when it is read. */
const today = 2

const none: LastGood = { files: [], proven: [], unproven: [] }

const name = 'last good definitions'
const unpack = promisify(gunzip)

/**
 * The definitions that were live last, as kept in storage: there they survive the machine that a server ran on, and
 * are written whole or not at all. Nothing before the first start, or when they cannot be read.
 */
export async function readLastGood(storage: Storage): Promise<LastGood> {
  const packed = await setting(storage, name)
  if (packed === null) return none
  try {
    const { language = 1, files, ...rest } = JSON.parse(String(await unpack(Buffer.from(packed, 'base64')))) as Kept
    // A newer version wrote it, whose words this one does not know.
    if (language > today) return none
    const parsed = files.map(parsedFile)
    return { ...rest, files: language < today ? migratedSources(parsed) : parsed }
  } catch {
    return none
  }
}

/** How long a change is left to its visitors before what is live is written down, in ms. */
const calm = 1000

/** Writes down what is live; in a moment, and only the newest of what changes meanwhile. */
export class LastGoodKeeper {
  readonly #storage: Storage
  readonly #onError: (error: unknown) => void
  readonly #end = new AbortController()
  /** The hash of what was written last. */
  #written: string | undefined
  #next: (() => Promise<LastGood>) | undefined
  #writing = Promise.resolve()

  constructor(storage: Storage, onError: (error: unknown) => void) {
    this.#storage = storage
    this.#onError = onError
  }

  /** @param last tells what is live when it is written down */
  keep(last: () => Promise<LastGood>): void {
    this.#next = last
    this.#writing = this.#writing.then(() => this.#write())
  }

  /** Writes what is to be kept without another moment, and resolves when it is. */
  settled(): Promise<void> {
    this.#end.abort()
    return this.#writing
  }

  async #write(): Promise<void> {
    if (!this.#next) return
    await sleep(calm, undefined, { signal: this.#end.signal }).catch(() => {})
    const next = this.#next
    this.#next = undefined
    try {
      const value = (await packed(await next())).toString('base64')
      // Megabytes, of which a server needs no second copy.
      const hash = contentHash(value)
      // A load that changed nothing has nothing to keep.
      if (hash === this.#written) return
      await keepSetting(this.#storage, name, value)
      this.#written = hash
    } catch (error) {
      this.#onError(error)
    }
  }
}

/** Packs piece by piece: thousands of files at a stretch would keep visitors waiting. */
function packed(last: LastGood): Promise<Buffer> {
  return buffer(Readable.from(written(last)).pipe(createGzip({ level: constants.Z_BEST_SPEED })))
}

/** How much of it is a piece, in characters. */
const piece = 100_000

/** The JSON of what is kept. */
function* written({ files, ...rest }: LastGood): Generator<string> {
  const begun = { language: today, ...rest } satisfies Omit<Kept, 'files'>
  let text = `${JSON.stringify(begun).slice(0, -1)},"files":[`
  for (const [index, { file, locale, folder, area, id, text: said }] of files.entries()) {
    text += (index === 0 ? '' : ',') + JSON.stringify({ file, locale, folder, area, id, text: said } satisfies KeptFile)
    if (text.length < piece) continue
    yield text
    text = ''
  }
  yield `${text}]}`
}

/** Shows how many definitions are not live as their files have them. */
export function definitionMetrics(registry: Registry, live: LiveSite): void {
  const options = {
    registers: [registry],
    collect(this: Gauge) {
      for (const version of ['last good', 'absent'] as const)
        this.set({ live: version }, live.quarantined().filter((one) => one.live === version).length)
    },
  }
  new Gauge({
    name: 'leadwright_definitions_quarantined',
    help: 'Definitions whose current files are not live, by the version served instead.',
    labelNames: ['live'],
    ...options,
  })
  new Gauge({
    name: 'leadwright_definitions_set_aside',
    help: 'Deprecated name of leadwright_definitions_quarantined. The next version removes it.',
    labelNames: ['live'],
    ...options,
  })
}
