import { isTree } from '#engine/form/model'
import type { ClientCredentials } from '#schemas/generated/deliveries/http.ts'
import type { Outbound, OutboundCallAnswer } from '#server/outbound'
import type { SendContext } from '../channel.ts'
import { mostReplyBytes } from './call-address.ts'

/** Who asks for tokens, where, and for what. */
interface Client extends Pick<ClientCredentials, 'tokenUrl' | 'clientIn' | 'scope' | 'audience'> {
  id: string
  secret: string
}

/** Why there is no token, in a sentence without personal data or secrets. */
export interface NoToken {
  ok: false
  reason: string
  retryAfter: string | null
}

type Fetched = { ok: true; token: string; until: number } | NoToken

interface Reach extends Pick<SendContext, 'outbound' | 'now'> {
  /** What is left of the time for the try, in ms. */
  timeLeft: () => number
}

/** The tokens of one way out: nothing of them is ever stored. */
interface Shelf {
  kept: Map<string, { token: string; until: number }>
  underWay: Map<string, Promise<Fetched>>
}

const shelves = new WeakMap<Outbound, Shelf>()

export function clientOf(
  { tokenUrl, clientIdVariable, clientSecretVariable, clientIn, scope, audience }: ClientCredentials,
  secrets: SendContext['secrets'],
): Client {
  const who = { id: secrets(clientIdVariable) ?? '', secret: secrets(clientSecretVariable) ?? '' }
  return { tokenUrl, ...who, ...(clientIn && { clientIn }), ...(scope && { scope }), ...(audience && { audience }) }
}

/** How long a token is asked for, in ms. A delivery that waits for it and has less time waits no longer than that. */
const longestRequest = 15_000

/** With less time left for it, in ms, a call that the partner may well have taken would be broken off. */
const leastForCall = 200

/** Calls with a token, and once more with a new one where the first is not taken any more (401). */
export async function withToken(
  client: Client,
  reach: Reach,
  call: (token: string) => Promise<OutboundCallAnswer>,
): Promise<OutboundCallAnswer | NoToken> {
  const first = await tokenInTime(client, reach)
  if (!first.ok) return first
  const answer = await call(first.token)
  if (!answer.ok || answer.status !== 401) return answer
  const second = await tokenInTime(client, reach, first.token)
  return second.ok ? call(second.token) : second
}

/** Each delivery waits by its own deadline, also of a request that another began; a token that comes later serves the next. */
async function tokenInTime(client: Client, reach: Reach, stale?: string): Promise<Fetched> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Fetched>((resolve) => {
    timer = setTimeout(() => resolve(tooLate), reach.timeLeft() - leastForCall)
  })
  const fetched = await Promise.race([tokenOf(client, reach, stale), late])
  clearTimeout(timer)
  return fetched
}

const tooLate: NoToken = {
  ok: false,
  reason: 'There is no access token: the token endpoint did not answer in time.',
  retryAfter: null,
}

/** The kept token, or a new one: asked for once, however many deliveries wait for it. @param stale one that is not taken */
async function tokenOf(client: Client, reach: Reach, stale?: string): Promise<Fetched> {
  const { outbound, now } = reach
  const shelf = shelves.get(outbound) ?? { kept: new Map(), underWay: new Map() }
  shelves.set(outbound, shelf)
  const { kept, underWay } = shelf
  const key = JSON.stringify(client)
  const known = kept.get(key)
  if (known && known.token !== stale && now() < known.until) return { ok: true, ...known }
  const asked = underWay.get(key)
  if (asked) return asked
  const fetched = fetchToken(client, reach).then((answer) => {
    if (answer.ok) kept.set(key, { token: answer.token, until: answer.until })
    underWay.delete(key)
    return answer
  })
  underWay.set(key, fetched)
  return fetched
}

/** Asks for a token (RFC 6749, sections 2.3.1 and 4.4.2). */
async function fetchToken(client: Client, { outbound, now }: Reach): Promise<Fetched> {
  const { tokenUrl, id, secret, clientIn = 'basic', scope, audience } = client
  const body = new URLSearchParams({
    ...{ grant_type: 'client_credentials', ...(scope && { scope }), ...(audience && { audience }) },
    ...(clientIn === 'body' && { client_id: id, client_secret: secret }),
  })
  const pair = Buffer.from(`${encoded(id)}:${encoded(secret)}`).toString('base64')
  const headers = {
    ...{ accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Leadwright' },
    ...(clientIn === 'basic' && { authorization: `Basic ${pair}` }),
  }
  const limits = { timeoutMs: longestRequest, mostBytes: mostReplyBytes }
  const answer = await outbound.call(tokenUrl, { method: 'POST', headers, body: body.toString(), ...limits })
  return tokenIn(answer, now())
}

function encoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1)
}

/** What the token endpoint may say of an error (section 5.2); anything else may be anything. */
const errors = ['invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client', 'unsupported_grant_type']
const knownErrors: readonly unknown[] = [...errors, 'invalid_scope']

/** How long a token is kept that does not say when it expires, and any token at most, in seconds. */
const usual = 300
const longest = 24 * 60 * 60

function tokenIn(answer: OutboundCallAnswer, now: number): Fetched {
  const none = (reason: string, retryAfter: string | null = null): NoToken => {
    return { ok: false, reason: `There is no access token: ${reason}`, retryAfter }
  }
  if (!answer.ok) return none(answer.reason)
  const { status, body, retryAfter } = answer
  const said = objectIn(body ?? '')
  if (status < 200 || status > 299) {
    const error = knownErrors.includes(said?.error) ? ` (${said?.error})` : ''
    return none(`the token endpoint answered ${status}${error}.`, retryAfter)
  }
  const { access_token: token, token_type: type = 'bearer', expires_in: expires = usual } = said ?? {}
  // Such as a header can hold (RFC 6750, section 2.1).
  const isToken = typeof token === 'string' && /^[\x21-\x7e]+$/.test(token) && String(type).toLowerCase() === 'bearer'
  if (!isToken) return none(`the token endpoint answered ${status} without one.`)
  const seconds = Math.min(Math.max(Number(expires) || 0, 0), longest)
  // It has to last for the call, whose partner may have another clock.
  return { ok: true, token, until: now + (seconds - Math.min(60, seconds / 10)) * 1000 }
}

function objectIn(body: string): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(body)
    return isTree(json) ? json : null
  } catch {
    return null
  }
}
