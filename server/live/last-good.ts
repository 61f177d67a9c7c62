import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type KeptFile, type ParsedFile, parsedFile } from '#engine/node/read-sources.ts'
import { compile, db } from '../storage/sql.ts'
import type { Storage } from '../storage/storage.ts'

/** What was live last: the files, and the rules of their forms, by whether they were proven. */
export interface LastGood {
  files: readonly ParsedFile[]
  proven: readonly string[]
  unproven: readonly string[]
}

interface Kept extends Omit<LastGood, 'files'> {
  files: readonly KeptFile[]
}

const none: LastGood = { files: [], proven: [], unproven: [] }

const name = 'last good definitions'
const pack = promisify(gzip)
const unpack = promisify(gunzip)

/**
 * The definitions that were live last, as kept in storage: there they survive the machine that a server ran on, and
 * are written whole or not at all. Nothing before the first start, or when they cannot be read.
 */
export async function readLastGood(storage: Storage): Promise<LastGood> {
  const [[row] = []] = await storage.read([
    compile(db.selectFrom('installation').select('value').where('name', '=', name)),
  ])
  if (!row) return none
  try {
    const kept = JSON.parse(String(await unpack(Buffer.from(String(row.value), 'base64')))) as Kept
    return { ...kept, files: kept.files.map(parsedFile) }
  } catch {
    return none
  }
}

/** Writes down what is live now; in a moment, and only the newest of what changes meanwhile. */
export class LastGoodKeeper {
  readonly #storage: Storage
  readonly #onError: (error: unknown) => void
  #written: string | undefined
  #next: LastGood | undefined
  #writing = Promise.resolve()

  constructor(storage: Storage, onError: (error: unknown) => void) {
    this.#storage = storage
    this.#onError = onError
  }

  keep(last: LastGood): void {
    this.#next = last
    this.#writing = this.#writing.then(() => this.#write())
  }

  /** Resolves when what was to be kept is. */
  settled(): Promise<void> {
    return this.#writing
  }

  async #write(): Promise<void> {
    const next = this.#next
    this.#next = undefined
    if (!next) return
    try {
      const files = next.files.map(
        ({ file, locale, folder, area, id, text }): KeptFile => ({ file, locale, folder, area, id, text }),
      )
      const packed = await pack(JSON.stringify({ ...next, files } satisfies Kept))
      const value = packed.toString('base64')
      // A load that changed nothing has nothing to keep.
      if (value === this.#written) return
      const insert = db.insertInto('installation').values({ name, value })
      await this.#storage.atomic([
        compile(insert.onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))),
      ])
      this.#written = value
    } catch (error) {
      this.#onError(error)
    }
  }
}
