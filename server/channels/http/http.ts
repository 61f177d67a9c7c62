import { isTree } from '#engine/form/model'
import { valueAt } from '#engine/form/values'
import type {
  ClientCredentials,
  HttpDelivery,
  PartnerAnswer,
  ReplyReference,
} from '#schemas/generated/deliveries/http.ts'
import type { AttemptOutcome } from '#server/leads'
import type { Outbound, OutboundCallAnswer } from '#server/outbound'
import { type DeliveryKind, failed, type MissingSecret, type SendContext, unset, waitsFor } from '../channel.ts'
import { choicePayload, followUpRequest, withdrawalPayload } from '../follow-up.ts'
import { callAddress, mostReplyBytes } from './call-address.ts'

const shelves = new WeakMap<Outbound, Shelf>()

/** How long a token is asked for, in ms. A delivery that waits for it and has less time waits no longer than that. */
const longestRequest = 15_000

/** With less time left for it, in ms, a call that the partner may well have taken would be broken off. */
const leastForCall = 200

const tooLate: NoToken = {
  ok: false,
  reason: 'No access token: the token endpoint did not respond in time.',
  retryAfter: null,
}

/** What the token endpoint may say of an error (section 5.2); anything else may be anything. */
const errors = ['invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client', 'unsupported_grant_type']

const knownErrors: readonly unknown[] = [...errors, 'invalid_scope']

/** How long a token is kept that does not say when it expires, and any token at most, in seconds. */
const usual = 300

const longest = 24 * 60 * 60

/** The most that is kept of a partner's own id, in characters. */
const longestReference = 200

/** How long a partner has for its offers where its delivery does not say, in seconds. */
const usualSeconds = 10

/** The most that is read of a reply with offers, in bytes. */
const mostOfferBytes = 256 * 1024

const success = Array.from({ length: 100 }, (_, at) => 200 + at)

/** A call of the partner's own API: the lead as the partner's map has it, and nothing around it. */
export const http: DeliveryKind<HttpDelivery> = {
  payload: ({ lead }) => JSON.stringify(lead.data),
  unsubscribed: withdrawalPayload,
  chosen: choicePayload,

  missingSecrets: lackingFor,

  async send(claimed, definition, { secrets, outbound, now, timeoutMs: longest }) {
    const [lack] = lackingFor(definition, secrets)
    if (lack) return waitsFor(lack)
    const { messageId, payload, topic, isTest } = claimed
    const { offers } = definition
    const timeoutMs = offers ? Math.min(longest, (offers.seconds ?? usualSeconds) * 1000) : longest
    const credentials = credentialsOf(definition, secrets)
    const isLead = topic === 'lead'
    const url = (isTest && offers?.sandbox) || definition.url
    const request = isLead
      ? leadRequest({ ...definition, url }, payload, credentials.query)
      : topic === 'choice'
        ? followUpRequest(url, 'chosen', offers?.chosen, claimed, credentials.query)
        : followUpRequest(url, 'unsubscribed', definition.unsubscribed, claimed, credentials.query)
    if (!request.ok) return failed(request.error)
    const { href, method, data } = request
    const own = { ...usualHeaders(definition, messageId), ...ownHeaders(definition, secrets), ...credentials.headers }
    const body = definition.body === 'form' ? formBody(data) : JSON.stringify(data)
    const timeLeft = countdown(timeoutMs)
    const call = (more: Record<string, string> = {}) => {
      const headers = { ...own, ...more }
      const limits = { timeoutMs: timeLeft(), mostBytes: offers ? mostOfferBytes : mostReplyBytes }
      return outbound.call(href, { method, headers, body, ...limits })
    }
    const { oauth2 } = definition.authorization ?? {}
    const answer = oauth2
      ? await withToken(clientOf(oauth2, secrets), { outbound, now, timeLeft }, (token) =>
          call({ authorization: `Bearer ${token}` }),
        )
      : await call()
    // What the partner says of leads it need not say of withdrawals and choices.
    const outcome = judgeReply(answer, isLead ? definition : {})
    if (!isLead || !offers || offers.later || outcome.kind !== 'delivered' || !answer.ok) return outcome
    return { ...outcome, reply: readJson(answer, mostOfferBytes) }
  },
}

function leadRequest(definition: HttpDelivery, payload: string, query: Readonly<Record<string, string>>) {
  const data = JSON.parse(payload) as Record<string, unknown>
  const address = callAddress(definition, data, query)
  return address.ok ? { ...address, method: definition.method ?? ('POST' as const), data } : address
}

/** A try may take several calls, and no longer than one: its claim of the delivery ends. */
function countdown(ms: number): () => number {
  const end = performance.now() + ms
  return () => Math.max(1, Math.ceil(end - performance.now()))
}

function usualHeaders({ body }: HttpDelivery, messageId: string): Record<string, string> {
  return {
    'content-type': body === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
    accept: 'application/json, text/plain;q=0.9, */*;q=0.8',
    'user-agent': 'Leadwright',
    'idempotency-key': messageId,
  }
}

type Secrets = SendContext['secrets']

/** What shows the partner who calls. */
interface Credentials {
  headers: Record<string, string>
  query: Record<string, string>
}

/** The credentials that are in the environment; of OAuth 2 they are fetched, and not here. */
function credentialsOf({ authorization = {} }: HttpDelivery, secrets: Secrets): Credentials {
  const { bearer, basic, header, query } = authorization
  const secret = (variable: string) => secrets(variable) ?? ''
  const pair = basic && `${secret(basic.userVariable)}:${secret(basic.passwordVariable)}`
  return {
    headers: {
      ...(bearer && { authorization: `Bearer ${secret(bearer.variable)}` }),
      ...(pair !== undefined && { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }),
      ...(header && { [header.name.toLowerCase()]: secret(header.variable) }),
    },
    query: query ? { [query.name]: secret(query.variable) } : {},
  }
}

/** The headers of the definition, in small letters, those by variable filled. */
function ownHeaders({ headers = {} }: HttpDelivery, secrets: Secrets): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      typeof value === 'string' ? value : (secrets(value.variable) ?? ''),
    ]),
  )
}

/** The variables that a call needs and that are not there, or that no header can hold. */
function lackingFor({ authorization = {}, headers = {} }: HttpDelivery, secrets: Secrets): MissingSecret[] {
  const { bearer, basic, header, query, oauth2 } = authorization
  const ofHeaders = Object.values(headers).flatMap((value) => (typeof value === 'string' ? [] : value.variable))
  const inHeaders = [bearer?.variable, header?.variable, ...ofHeaders].filter((each) => each !== undefined)
  const encoded = [
    ...[basic?.userVariable, basic?.passwordVariable, query?.variable],
    ...[oauth2?.clientIdVariable, oauth2?.clientSecretVariable],
  ].filter((each) => each !== undefined)
  return [...new Set([...inHeaders, ...encoded])].flatMap((variable): MissingSecret[] => {
    const secret = secrets(variable)
    if (!secret) return [unset(variable)]
    const isPossible = !inHeaders.includes(variable) || /^[\x20-\x7e]+$/.test(secret)
    return isPossible
      ? []
      : [{ variable, lack: 'contains a character that is not allowed in a header, such as a line break' }]
  })
}

/**
 * A value as HTML forms are sent (application/x-www-form-urlencoded). What stands within is named in brackets, as PHP
 * and most frameworks read it: person[name], extras[] for each of a list, and drivers[0][name] for a list of objects.
 */
function formBody(data: Readonly<Record<string, unknown>>): string {
  return new URLSearchParams(Object.entries(data).flatMap(([name, value]) => pairs(name, value))).toString()
}

function pairs(name: string, value: unknown): [string, string][] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value))
    return value.flatMap((each, at) => pairs(typeof each === 'object' ? `${name}[${at}]` : `${name}[]`, each))
  if (isTree(value)) return Object.entries(value).flatMap(([key, inner]) => pairs(`${name}[${key}]`, inner))
  return [[name, String(value)]]
}

type Reply = Extract<OutboundCallAnswer, { ok: true }>

/** What came of a call, by the rules of its delivery. Errors name the status and the rule, and repeat nothing of the reply. */
function judgeReply(
  answer: OutboundCallAnswer | NoToken,
  { accepted = {}, refused = [], reference }: Pick<HttpDelivery, 'accepted' | 'refused' | 'reference'>,
): AttemptOutcome {
  if (!answer.ok) return failed(answer.reason, 'retryAfter' in answer ? answer.retryAfter : null)
  const rule = refused.find((each) => unlike(each, answer) === null)
  if (rule)
    return {
      kind: 'rejected',
      error: `The partner rejected the lead: it responded with ${answer.status}${partOf(rule)}.`,
    }
  const reason = unlike({ ...accepted, statuses: accepted.statuses ?? success }, answer)
  if (reason !== null) return failed(reason, answer.retryAfter)
  if (!reference) return { kind: 'delivered' }
  const kept = referenceIn(reference, answer)
  return kept.ok ? { kind: 'delivered', externalId: kept.reference } : failed(kept.reason)
}

function partOf({ pointer, startsWith }: PartnerAnswer): string {
  if (pointer !== undefined) return `, and "${pointer}" matches "refused"`
  return startsWith === undefined ? '' : `, and begins with "${startsWith}"`
}

/** Why an answer is not what a rule says, in a sentence; null when it is. */
function unlike({ statuses, pointer, values, startsWith }: PartnerAnswer, reply: Reply): string | null {
  const { status } = reply
  if (statuses && !statuses.includes(status)) return `The partner responded with ${status}${remarkOn(status)}.`
  if (pointer !== undefined) {
    const read = readJson(reply)
    if (!read.ok) return read.reason
    const value = valueAt(pointer, read.json) ?? null
    if (value === null) return `The partner responded with ${status}, without a value at "${pointer}".`
    if (values && !values.some((each) => each === value))
      return `The partner responded with ${status}, and "${pointer}" does not match.`
  }
  if (startsWith === undefined) return null
  if (reply.body === null) return unreadable(status)
  return textOf(reply.body).startsWith(startsWith) ? null : unlikeText(status, startsWith)
}

function remarkOn(status: number): string {
  if (status >= 400) return ''
  return status >= 300 ? '; redirects are not followed' : ', which is none of its "statuses"'
}

function unlikeText(status: number, begins: string): string {
  return `The partner responded with ${status}, and its text does not begin with "${begins}".`
}

type Kept = { ok: true; reference: string } | { ok: false; reason: string }

/** Somebody who has taken a lead says its id where it always does: an answer without one is some other answer. */
function referenceIn({ pointer, prefix = '' }: ReplyReference, reply: Reply): Kept {
  const { status, body } = reply
  if (body === null) return { ok: false, reason: unreadable(status) }
  if (pointer === undefined) {
    if (!textOf(body).startsWith(prefix)) return { ok: false, reason: unlikeText(status, prefix) }
    return kept(
      textOf(body)
        .slice(prefix.length)
        .split(/[\r\n]/)[0],
      status,
    )
  }
  const read = readJson(reply)
  return read.ok ? kept(valueAt(pointer, read.json), status) : { ok: false, reason: read.reason }
}

function kept(id: unknown, status: number): Kept {
  const text = typeof id === 'string' || typeof id === 'number' ? String(id) : ''
  // It is shown on terminals, which obey control characters.
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '').trim()
  if (plain === '') return { ok: false, reason: `The partner responded with ${status} without its id of the lead.` }
  return { ok: true, reference: [...plain].slice(0, longestReference).join('') }
}

function readJson(
  { status, body }: Reply,
  most = mostReplyBytes,
): { ok: true; json: unknown } | { ok: false; reason: string } {
  if (body === null) return { ok: false, reason: unreadable(status, most) }
  try {
    return { ok: true, json: JSON.parse(textOf(body), exactly) }
  } catch {
    return { ok: false, reason: `The partner responded with ${status} and invalid JSON.` }
  }
}

/** An id of more figures than numbers here hold is read as text, or it would be another one. */
function exactly(_: string, value: unknown, { source }: { source?: string } = {}): unknown {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? source : value
}

function unreadable(status: number, most = mostReplyBytes): string {
  return `The partner responded with ${status}, and the body exceeds ${most / 1024} kB or is incomplete.`
}

/** Some servers send a byte order mark or empty lines first. */
function textOf(body: string): string {
  return body.replace(/^[\uFEFF\s]+/, '')
}

/** Who asks for tokens, where, and for what. */
interface Client extends Pick<ClientCredentials, 'tokenUrl' | 'clientAuthentication' | 'scope' | 'audience'> {
  id: string
  secret: string
}

/** Why there is no token, in a sentence without personal data or secrets. */
interface NoToken {
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

function clientOf(
  { tokenUrl, clientIdVariable, clientSecretVariable, clientAuthentication, scope, audience }: ClientCredentials,
  secrets: SendContext['secrets'],
): Client {
  const who = { id: secrets(clientIdVariable) ?? '', secret: secrets(clientSecretVariable) ?? '' }
  return {
    tokenUrl,
    ...who,
    ...(clientAuthentication && { clientAuthentication }),
    ...(scope && { scope }),
    ...(audience && { audience }),
  }
}

/** Calls with a token, and once more with a new one where the first is not taken any more (401). */
async function withToken(
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
  const { tokenUrl, id, secret, clientAuthentication = 'basic', scope, audience } = client
  const body = new URLSearchParams({
    ...{ grant_type: 'client_credentials', ...(scope && { scope }), ...(audience && { audience }) },
    ...(clientAuthentication === 'post' && { client_id: id, client_secret: secret }),
  })
  const pair = Buffer.from(`${encoded(id)}:${encoded(secret)}`).toString('base64')
  const headers = {
    ...{ accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Leadwright' },
    ...(clientAuthentication === 'basic' && { authorization: `Basic ${pair}` }),
  }
  const limits = { timeoutMs: longestRequest, mostBytes: mostReplyBytes }
  const answer = await outbound.call(tokenUrl, { method: 'POST', headers, body: body.toString(), ...limits })
  return tokenIn(answer, now())
}

function encoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1)
}

function tokenIn(answer: OutboundCallAnswer, now: number): Fetched {
  const none = (reason: string, retryAfter: string | null = null): NoToken => {
    return { ok: false, reason: `No access token: ${reason}`, retryAfter }
  }
  if (!answer.ok) return none(answer.reason)
  const { status, body, retryAfter } = answer
  const said = objectIn(body ?? '')
  if (status < 200 || status > 299) {
    const error = knownErrors.includes(said?.error) ? ` (${said?.error})` : ''
    return none(`the token endpoint responded with ${status}${error}.`, retryAfter)
  }
  const { access_token: token, token_type: type = 'bearer', expires_in: expires = usual } = said ?? {}
  // Such as a header can hold (RFC 6750, section 2.1).
  const isToken = typeof token === 'string' && /^[\x21-\x7e]+$/.test(token) && String(type).toLowerCase() === 'bearer'
  if (!isToken) return none(`the token endpoint responded with ${status} without a token.`)
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
