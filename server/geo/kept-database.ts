import { readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type GeoDatabase, readDatabase } from './read-database.ts'

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
