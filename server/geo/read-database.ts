import { LRUCache } from 'lru-cache'
import { Reader } from 'mmdb-lib'
import type { GeoCountries } from '#schemas/generated/api/geo.ts'
import { countriesIn, unknownCountries } from './countries.ts'

/** Records that are kept decoded: more than there are countries. Databases of cities have millions. */
const mostRecords = 1000

/** Countries by address, in memory. */
export interface GeoDatabase {
  /** @param address public, without zone; null where the database is damaged at its place */
  lookUp(address: string): GeoCountries | null
  builtAt: Date
}

/**
 * A database of countries in the MaxMind DB format, version 2 (https://maxmind.github.io/MaxMind-DB/), or a sentence
 * that says why it is none.
 */
export function readDatabase(bytes: Buffer): { ok: true; database: GeoDatabase } | { ok: false; reason: string } {
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
