import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { GeoCountries } from '#schemas/generated/api/geo.ts'
import type { Readiness } from '#schemas/generated/api/readiness.ts'
import type { GeoUpstream } from '#schemas/generated/site.ts'
import type { Config } from '#server/config'
import { isPublic, type Outbound } from '#server/outbound'
import { type GeoAnswer, lackingOf, upstreamAsker } from './ask-upstream.ts'
import { unknownCountries } from './countries.ts'
import { day, keepDatabase } from './kept-database.ts'

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
    return countries ? { ok: true, countries } : { ok: false, reason: 'The database does not answer.' }
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
      const lacking = lackingOf(service, secrets).map(
        (name) => `${name} is not set: look-ups of countries wait for it.`,
      )
      const failing = `The upstream of look-ups of countries does not answer: ${silence}`
      return lacking.length > 0 || silence === null ? lacking : [failing]
    }
    const built = kept.current()?.builtAt
    const problem = kept.problem()
    return [
      ...(problem === null ? [] : [problem]),
      ...(built && ageDays(built) > oldAfter
        ? [
            `The database of countries is of ${day(built)}, ${ageDays(built)} days old. Set GEO_DATABASE to a newer one.`,
          ]
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
