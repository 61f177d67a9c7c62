import { readdir, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import type { PlacesOfPostalCode } from '#schemas/generated/api/postal-code.ts'
import type { Config } from '#server/config'

/** A form waits for it, in ms, and goes on without. */
const deadlineMs = 1000

/** Answers that are kept: those of a busy region. */
const mostKept = 2000

/** How often files are looked at, in ms. */
const pause = 5000

const nothing: PlacesOfPostalCode = { towns: [], alsoKnown: [], streets: [] }

/** The towns and streets of postal codes, from files that the operator installed. */
export interface PostalCodes {
  /**
   * What is known of a postal code: nothing where no file has it, or none is installed. Never throws.
   * @param country ISO 3166-1 alpha-2
   * @param code as people write it
   */
  at(country: string, code: string): Promise<PlacesOfPostalCode>
  /** How many codes and streets are loaded. */
  size(): { codes: number; streets: number }
  /** Sentences for operators. */
  notices(): string[]
  /** Loads the files again if they are others now. Resolves once those are used, with whether they are. */
  renew(): Promise<boolean>
  /** Looks for files at once, and for others every few seconds from now on. */
  follow(onChanged: () => void): void
  close(): Promise<void>
}

/** Loads the files in a thread of its own: resolves at once, and knows nothing until they are read. */
export function openPostalCodes({
  geoPostcodes,
  geoStreets,
}: Pick<Config, 'geoPostcodes' | 'geoStreets'>): PostalCodes {
  const isInstalled = geoPostcodes !== null || geoStreets !== null
  const kept = new LRUCache<string, PlacesOfPostalCode>({ max: mostKept })
  let current: Loaded | null = null
  let seen = ''
  let missing: string[] = []
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function renew(): Promise<boolean> {
    if (!isInstalled) return false
    const [postalCodes, streets] = await Promise.all([filesAt(geoPostcodes), filesAt(geoStreets)])
    const stamp = [...postalCodes.stamps, ...streets.stamps].join('\n')
    if (stamp === seen || isClosed) return false
    seen = stamp
    missing = [
      ...(geoPostcodes !== null && postalCodes.files.length === 0
        ? ['GEO_POSTCODES names no file that can be read.']
        : []),
      ...(geoStreets !== null && streets.files.length === 0 ? ['GEO_STREETS names no file that can be read.'] : []),
    ]
    const loaded = load({ postalCodes: postalCodes.files, streets: streets.files })
    await loaded.ready
    const before = current
    current = loaded
    kept.clear()
    await before?.end()
    if (isClosed) await loaded.end()
    return true
  }

  async function at(country: string, written: string): Promise<PlacesOfPostalCode> {
    if (!current) return nothing
    const code = written.toUpperCase().replaceAll(/[\s-]/g, '')
    const key = `${country} ${code}`
    const known = kept.get(key)
    if (known) return known
    const found = await current.ask(country, code)
    if (found) kept.set(key, found)
    return found ?? nothing
  }

  return {
    at,
    renew,
    size: () => ({ codes: current?.codes ?? 0, streets: current?.streets ?? 0 }),
    notices: () => [...missing, ...(current?.problems ?? [])],
    follow(onChanged) {
      if (!isInstalled) return
      const look = async () => {
        if (await renew().catch(() => false)) onChanged()
        if (!isClosed) timer = setTimeout(look, pause).unref()
      }
      void look()
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await current?.end()
    },
  }
}

/** The files to read. */
export interface PostalCodeFiles {
  /** In the postal-code format of GeoNames. */
  postalCodes: readonly string[]
  /** Addresses of OpenAddresses, as GeoJSON with a feature a line. */
  streets: readonly string[]
}

export interface PostalCodeQuestion {
  id: number
  /** ISO 3166-1 alpha-2. */
  country: string
  /** In capitals, without spaces and hyphens. */
  code: string
}

export type PostalCodeReply =
  | { id: number; places: PlacesOfPostalCode }
  /** How many there are, once all files are read, and a sentence for each that is not what it should be. */
  | { codes: number; streets: number; problems: string[] }

/** Files that were read, in their thread. */
interface Loaded {
  ready: Promise<void>
  codes: number
  streets: number
  problems: string[]
  /** null where there is no answer in time. */
  ask(country: string, code: string): Promise<PlacesOfPostalCode | null>
  end(): Promise<unknown>
}

function load(files: PostalCodeFiles): Loaded {
  // The published package carries .js files, the repository .ts.
  const path = new URL(`./postal-code-worker${extname(import.meta.filename)}`, import.meta.url)
  const worker = new Worker(path, { workerData: files, env: {}, execArgv: [] })
  const waiting = new Map<number, (places: PlacesOfPostalCode | null) => void>()
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  const loaded: Loaded = { ready, codes: 0, streets: 0, problems: [], ask, end: () => worker.terminate() }
  let last = 0
  worker.unref()
  worker.on('message', (reply: PostalCodeReply) => {
    if ('id' in reply) return waiting.get(reply.id)?.(reply.places)
    const { codes, streets, problems } = reply
    Object.assign(loaded, { codes, streets, problems })
    resolve()
  })
  worker.on('error', (error) => {
    loaded.problems = [`The thread with the postal codes failed: ${error.message}`]
  })
  worker.on('exit', () => {
    for (const answer of waiting.values()) answer(null)
    resolve()
  })
  return loaded

  async function ask(country: string, code: string): Promise<PlacesOfPostalCode | null> {
    const id = ++last
    const answered = new Promise<PlacesOfPostalCode | null>((resolve) => {
      const late = setTimeout(resolve, deadlineMs, null)
      waiting.set(id, (places) => {
        clearTimeout(late)
        resolve(places)
      })
    })
    worker.postMessage({ id, country, code } satisfies PostalCodeQuestion)
    return answered.finally(() => waiting.delete(id))
  }
}

const endings = /\.(?:txt|geojson)(?:\.gz)?$/

/** The files of a setting: itself, or those below it; and what shows that they are others. */
async function filesAt(path: string | null): Promise<{ files: string[]; stamps: string[] }> {
  if (path === null) return { files: [], stamps: [] }
  const below = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null)
  // Archives bring their readme along.
  const isData = ({ name }: { name: string }) => endings.test(name) && !/^readme\b/i.test(name)
  const files = below
    ? below.filter((entry) => entry.isFile() && isData(entry)).map(({ parentPath, name }) => join(parentPath, name))
    : [path]
  const found = await Promise.all(
    files.toSorted().map(async (file) => {
      const is = await stat(file).catch(() => null)
      return is?.isFile() ? [{ file, stamp: `${file} ${is.ino} ${is.size} ${is.mtimeMs}` }] : []
    }),
  )
  const there = found.flat()
  return { files: there.map(({ file }) => file), stamps: [path, ...there.map(({ stamp }) => stamp)] }
}
