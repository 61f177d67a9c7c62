import type { GeoCountries } from '#schemas/generated/api/geo.ts'
import type { GeoUpstream } from '#schemas/generated/site.ts'
import type { Outbound } from '#server/outbound'
import { countriesIn } from './countries.ts'

/** What a source says of an address, or a sentence that says why it said nothing; neither names the address. */
export type GeoAnswer = { ok: true; countries: GeoCountries } | { ok: false; reason: string }

/** Asks a service about one address. */
export type AskUpstream = (upstream: GeoUpstream, address: string) => Promise<GeoAnswer>

/** A page waits for it, in ms. */
const timeoutMs = 2000

/** A country takes less than a hundred; services like to say more. */
const mostBytes = 16 * 1024

/** Questions under way at once: a service that hangs must not fill the server with waiting ones. */
const mostAtOnce = 64

/** @param secrets reads a variable of the environment */
export function upstreamAsker(outbound: Outbound, secrets: (variable: string) => string | undefined): AskUpstream {
  let underWay = 0
  return async (upstream, address) => {
    if (underWay >= mostAtOnce) return { ok: false, reason: `${mostAtOnce} questions wait for it already.` }
    const authorization = credentials(upstream, secrets)
    if (authorization === null) return { ok: false, reason: 'Its user or password is not set.' }
    const headers = { accept: 'application/json', 'content-type': 'application/json', ...authorization }
    underWay += 1
    const url = `${upstream.upstream.replace(/\/$/, '')}/${address}`
    const reply = await outbound.get(url, { headers, timeoutMs, mostBytes })
    underWay -= 1
    if (!reply.ok) return reply
    if (reply.status !== 200) return { ok: false, reason: `It answered ${reply.status}.` }
    const countries = countriesIn(parsed(reply.body))
    return countries ? { ok: true, countries } : { ok: false, reason: 'It answered something else than countries.' }
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
