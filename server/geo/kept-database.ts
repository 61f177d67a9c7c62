import { readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import { Reader } from 'mmdb-lib'
import type { GeoCountries } from '#schemas/generated/api/geo.ts'
import { countriesIn, unknownCountries } from './countries.ts'

/** Records that are kept decoded: more than there are countries. Databases of cities have millions. */
const mostRecords = 1000

/** A database that follows its file. */
export interface KeptDatabase {
  /** The last one that could be read; null where none could. */
  current(): GeoDatabase | null
  /** A sentence for operators while a file cannot be used. */
  problem(): string | null
  /** Reads the file again if it is another now. Tells whether it was. */
  renew(): Promise<boolean>
}

/** https://github.com/sapics/ip-location-db: CC BY 4.0, with data of nro.net. */
const builtIn = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

/** @param file the operator's own; null for the one that comes with the server, which also stands in for a broken one */
export async function keepDatabase(file: string | null): Promise<KeptDatabase> {
  let current: GeoDatabase | null = null
  let broken: string | null = null
  let seen = ''

  async function take(path: string): Promise<string | null> {
    const read = await readFile(path).then(readDatabase, unreadable)
    if (read.ok) current = read.database
    return read.ok ? null : read.reason
  }

  async function renew(): Promise<boolean> {
    if (file === null) return false
    const stamp = await stampOf(file)
    if (stamp === seen) return false
    seen = stamp
    const reason = await take(file)
    broken = reason && `GEO_DATABASE cannot be used: ${reason}`
    return true
  }

  function problem(): string | null {
    if (broken === null) return null
    const instead = current ? `The database of ${day(current.builtAt)} is used instead.` : 'No address has a country.'
    return `${broken} ${instead}`
  }

  await renew()
  if (current === null) {
    const reason = await take(createRequire(import.meta.url).resolve(builtIn))
    if (reason !== null) broken ??= `The built-in database of countries cannot be used: ${reason}`
  }
  return { current: () => current, problem, renew }
}

/** As ISO 8601 has it. */
export function day(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** Another whenever the file is another: replaced, rewritten or gone. */
async function stampOf(file: string): Promise<string> {
  const found = await stat(file, { bigint: true }).catch(() => null)
  return found === null ? 'absent' : `${found.ino} ${found.size} ${found.mtimeNs}`
}

function unreadable(error: NodeJS.ErrnoException): { ok: false; reason: string } {
  return { ok: false, reason: `It cannot be read (${error.code ?? error.name}).` }
}

/** Countries by address, in memory. */
interface GeoDatabase {
  /** @param address public, without zone; null where the database is damaged at its place */
  lookUp(address: string): GeoCountries | null
  builtAt: Date
}

/**
 * A database of countries in the MaxMind DB format, version 2 (https://maxmind.github.io/MaxMind-DB/), or a sentence
 * that says why it is none.
 */
function readDatabase(bytes: Buffer): { ok: true; database: GeoDatabase } | { ok: false; reason: string } {
  try {
    const reader = new Reader(bytes, { cache: new LRUCache<string | number, object>({ max: mostRecords }) })
    const { ipVersion, buildEpoch, searchTreeSize } = reader.metadata
    // A lookup in a tree that is not all there would go astray.
    if (!(searchTreeSize < bytes.length && buildEpoch.getTime() > 0)) return { ok: false, reason: 'It is damaged.' }
    const lookUp = (address: string) => {
      if (ipVersion === 4 && address.includes(':')) return unknownCountries
      try {
        const record = reader.get(address)
        return record === null ? unknownCountries : countriesIn(record)
      } catch {
        return null
      }
    }
    const found = trial().map(lookUp)
    if (found.includes(null)) return { ok: false, reason: 'It is damaged, or holds no countries.' }
    if (found.every((countries) => countries === unknownCountries))
      return { ok: false, reason: 'It holds no countries.' }
    return { ok: true, database: { lookUp, builtAt: buildEpoch } }
  } catch {
    return { ok: false, reason: 'It is no MaxMind DB.' }
  }
}

/** Addresses from everywhere, of which some are in any database: what is broken shows before it is used. */
function trial(): string[] {
  const steps = Array.from({ length: 4096 }, (_, step) => step)
  return [
    ...steps.map((step) => `${step >> 4}.${(step & 15) << 4}.1.1`),
    ...steps.map((step) => `${(0x2000 + step).toString(16)}::1`),
  ]
}
