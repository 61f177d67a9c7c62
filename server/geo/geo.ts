import { readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { Reader } from 'mmdb-lib'
import type { GeoCountries, GeoCountry } from '#schemas/generated/api/geo.ts'
import type { Readiness } from '#schemas/generated/api/readiness.ts'
import type { GeoUpstream } from '#schemas/generated/site.ts'
import type { Config } from '#server/config'
import { isPublic, type Outbound } from '#server/outbound'

/** Records that are kept decoded: more than there are countries. Databases of cities have millions. */
const mostRecords = 1000

/** https://github.com/sapics/ip-location-db: CC BY 4.0, with data of nro.net. */
const builtIn = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

/** A page waits for it, in ms. */
const timeoutMs = 2000

/** A country takes less than a hundred; services like to say more. */
const mostBytes = 16 * 1024

/** Questions under way at once: a service that hangs must not fill the server with waiting ones. */
const mostAtOnce = 64

/** What is answered for an address of which nothing is known. */
export const unknownCountries: GeoCountries = { country: null, registered_country: null }

const none: AskedAddress = { kind: 'none' }

const inside: AskedAddress = { kind: 'inside' }

/** What comes of a look-up: `none` for what is no address, `failed` with a sentence for the log. */
export type LookedUp =
  | { kind: 'countries'; countries: GeoCountries }
  | { kind: 'none' }
  | { kind: 'failed'; reason: string }

/** In which countries addresses are. */
export interface Geo {
  /** Private and reserved addresses are in none. Never throws. */
  lookUp(address: string): Promise<LookedUp>
  state(): Readiness['geo']
  /** Sentences for operators. */
  notices(): string[]
  /** Looks for another database now. Tells whether there was one. */
  renew(): Promise<boolean>
  /** Looks for another database every few seconds from now on. */
  follow(onChanged: () => void): void
  close(): void
}

interface Parts {
  /** The service that is asked in place of the database, as the site has it now. */
  upstream: () => GeoUpstream | undefined
  outbound: Outbound
  /** Milliseconds since the epoch. */
  now: () => number
}

const oneDay = 24 * 60 * 60 * 1000

/** Networks change hands: after so many days a database misleads, in days. */
const oldAfter = 180

/** In ms. */
const pause = 5000

/** Opens the database, which is kept in memory as a whole. */
export async function openGeo(
  { geoDatabase, secret: secrets }: Pick<Config, 'geoDatabase' | 'secret'>,
  { upstream, outbound, now }: Parts,
): Promise<Geo> {
  const kept = await keepDatabase(geoDatabase)
  const ask = upstreamAsker(outbound, secrets)
  /** Why the upstream did not answer the last time. */
  let silence: string | null = null
  let timer: NodeJS.Timeout | undefined

  const ageDays = (builtAt: Date) => Math.floor((now() - builtAt.getTime()) / oneDay)

  async function askFor(address: string): Promise<GeoAnswer> {
    const service = upstream()
    if (service) {
      const answer = await ask(service, address)
      silence = answer.ok ? null : answer.reason
      return answer
    }
    const countries = kept.current()?.lookUp(address)
    return countries ? { ok: true, countries } : { ok: false, reason: 'The database does not respond.' }
  }

  async function lookUp(text: string): Promise<LookedUp> {
    const asked = askedAddress(text)
    if (asked.kind === 'none') return asked
    if (asked.kind === 'inside') return { kind: 'countries', countries: unknownCountries }
    const answer = await askFor(asked.address)
    return answer.ok ? { kind: 'countries', countries: answer.countries } : { kind: 'failed', reason: answer.reason }
  }

  function notices(): string[] {
    const service = upstream()
    if (service) {
      const lacking = lackingOf(service, secrets).map((name) => `${name} is not set, so countries cannot be looked up.`)
      const failing = `The country look-up service does not respond: ${silence}`
      return lacking.length > 0 || silence === null ? lacking : [failing]
    }
    const built = kept.current()?.builtAt
    const problem = kept.problem()
    return [
      ...(problem === null ? [] : [problem]),
      ...(built && ageDays(built) > oldAfter
        ? [`The country database of ${day(built)} is ${ageDays(built)} days old. Set GEO_DATABASE to a newer one.`]
        : []),
    ]
  }

  function state(): Readiness['geo'] {
    if (upstream()) return { source: 'upstream' }
    const builtAt = kept.current()?.builtAt
    if (!builtAt) return { source: 'none' }
    return { source: 'database', builtAt: builtAt.toISOString(), ageDays: ageDays(builtAt) }
  }

  return {
    lookUp,
    state,
    notices,
    renew: kept.renew,
    follow(onChanged) {
      const look = async () => {
        if (await kept.renew()) onChanged()
        timer = setTimeout(look, pause).unref()
      }
      timer = setTimeout(look, pause).unref()
    },
    close: () => clearTimeout(timer),
  }
}

/** What stands where an address belongs: none at all, one that leads nowhere outside, or one that is somewhere. */
type AskedAddress = { kind: 'none' } | { kind: 'inside' } | { kind: 'public'; address: string }

/**
 * Reads an address, IPv4 in four decimal parts or IPv6, with or without a zone (RFC 4007). What is IPv4 in IPv6
 * (`::ffff:192.0.2.1`) is that; private, reserved and unassigned ones are inside.
 */
export function askedAddress(text: string): AskedAddress {
  if (isIPv4(text)) return isPublic(ipaddr.IPv4.parse(text)) ? { kind: 'public', address: text } : inside
  if (!isIPv6(text)) return none
  const zone = text.indexOf('%')
  const address = zone < 0 ? text : text.slice(0, zone)
  const parsed = ipaddr.IPv6.parse(address)
  if (isPublic(parsed)) return { kind: 'public', address }
  if (!parsed.isIPv4MappedAddress()) return inside
  const within = parsed.toIPv4Address()
  return isPublic(within) ? { kind: 'public', address: within.toString() } : inside
}

/**
 * The countries in what a database or a service says of an address; null where it says something else. Databases of
 * MaxMind and services have `country.iso_code`, those of ip-location-db have `country_code` alone.
 */
function countriesIn(said: unknown): GeoCountries | null {
  if (!isRecord(said)) return null
  if ('country_code' in said) return countriesIn({ country: { iso_code: said.country_code } })
  if (!('country' in said) && !('registered_country' in said)) return null
  const country = countryIn(said.country)
  const registered = countryIn(said.registered_country)
  return country === undefined || registered === undefined ? null : { country, registered_country: registered }
}

/** undefined where it is nothing that a country could be. */
function countryIn(said: unknown): GeoCountry | undefined {
  if (said === undefined || said === null) return null
  if (!isRecord(said)) return undefined
  const { iso_code: code = null } = said
  if (code === null) return null
  return typeof code === 'string' && /^[a-z]{2}$/i.test(code) ? { iso_code: code.toUpperCase() } : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What a source says of an address, or a sentence that says why it said nothing; neither names the address. */
type GeoAnswer = { ok: true; countries: GeoCountries } | { ok: false; reason: string }

/** Asks a service about one address. */
type AskUpstream = (upstream: GeoUpstream, address: string) => Promise<GeoAnswer>

/** @param secrets reads a variable of the environment */
function upstreamAsker(outbound: Outbound, secrets: (variable: string) => string | undefined): AskUpstream {
  let underWay = 0
  return async (upstream, address) => {
    if (underWay >= mostAtOnce) return { ok: false, reason: `${mostAtOnce} requests are already waiting for it.` }
    const authorization = credentials(upstream, secrets)
    if (authorization === null) return { ok: false, reason: 'Its user or password is not set.' }
    const headers = { accept: 'application/json', 'content-type': 'application/json', ...authorization }
    underWay += 1
    const url = `${upstream.upstream.replace(/\/$/, '')}/${address}`
    const reply = await outbound.get(url, { headers, timeoutMs, mostBytes })
    underWay -= 1
    if (!reply.ok) return reply
    if (reply.status !== 200) return { ok: false, reason: `It responded with ${reply.status}.` }
    const countries = countriesIn(parsed(reply.body))
    return countries ? { ok: true, countries } : { ok: false, reason: 'Its response contains no countries.' }
  }
}

/** The variables of an upstream that are not set. */
export function lackingOf(
  { basicAuth }: GeoUpstream,
  secrets: (variable: string) => string | undefined,
): readonly string[] {
  return Object.values(basicAuth ?? {}).filter((variable) => !secrets(variable))
}

/** RFC 7617, with UTF-8; null where something is missing. */
function credentials({ basicAuth }: GeoUpstream, secrets: (variable: string) => string | undefined) {
  if (!basicAuth) return {}
  const [user, password] = [secrets(basicAuth.userVariable), secrets(basicAuth.passwordVariable)]
  if (!user || !password) return null
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}

/** A database that follows its file. */
interface KeptDatabase {
  /** The last one that could be read; null where none could. */
  current(): GeoDatabase | null
  /** A sentence for operators while a file cannot be used. */
  problem(): string | null
  /** Reads the file again if it is another now. Tells whether it was. */
  renew(): Promise<boolean>
}

/** @param file the operator's own; null for the one that comes with the server, which also stands in for a broken one */
async function keepDatabase(file: string | null): Promise<KeptDatabase> {
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
    broken = reason && `Failed to load GEO_DATABASE: ${reason}`
    return true
  }

  function problem(): string | null {
    if (broken === null) return null
    const instead = current
      ? `The database of ${day(current.builtAt)} is used instead.`
      : 'Countries cannot be looked up.'
    return `${broken} ${instead}`
  }

  await renew()
  if (current === null) {
    const reason = await take(createRequire(import.meta.url).resolve(builtIn))
    if (reason !== null) broken ??= `Failed to load the built-in country database: ${reason}`
  }
  return { current: () => current, problem, renew }
}

/** As ISO 8601 has it. */
function day(date: Date): string {
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
    if (found.includes(null)) return { ok: false, reason: 'It is damaged, or contains no countries.' }
    if (found.every((countries) => countries === unknownCountries))
      return { ok: false, reason: 'It contains no countries.' }
    return { ok: true, database: { lookUp, builtAt: buildEpoch } }
  } catch {
    return { ok: false, reason: 'It is not a MaxMind DB.' }
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
