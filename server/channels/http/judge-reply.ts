import { isTree } from '#engine/form/model'
import type { HttpDelivery, PartnerAnswer, ReplyReference } from '#schemas/generated/deliveries/http.ts'
import { type AttemptOutcome, failed } from '#server/leads'
import type { OutboundCallAnswer } from '#server/outbound'
import type { NoToken } from './access-token.ts'
import { mostReplyBytes } from './most-reply-bytes.ts'

/** The most that is kept of a partner's own id, in characters. */
const longestReference = 200

type Reply = Extract<OutboundCallAnswer, { ok: true }>

/** What came of a call, by the rules of its delivery. Errors name the status and the rule, and repeat nothing of the reply. */
export function judgeReply(
  answer: OutboundCallAnswer | NoToken,
  { accepted = {}, refused = [], reference }: Pick<HttpDelivery, 'accepted' | 'refused' | 'reference'>,
): AttemptOutcome {
  if (!answer.ok) return failed(answer.reason, 'retryAfter' in answer ? answer.retryAfter : null)
  const rule = refused.find((each) => unlike(each, answer) === null)
  if (rule)
    return { kind: 'rejected', error: `The partner rejected the lead: it answered ${answer.status}${partOf(rule)}.` }
  const reason = unlike({ ...accepted, statuses: accepted.statuses ?? success }, answer)
  if (reason !== null) return failed(reason, answer.retryAfter)
  if (!reference) return { kind: 'delivered' }
  const kept = referenceIn(reference, answer)
  return kept.ok ? { kind: 'delivered', externalId: kept.reference } : failed(kept.reason)
}

const success = Array.from({ length: 100 }, (_, at) => 200 + at)

function partOf({ pointer, begins }: PartnerAnswer): string {
  if (pointer !== undefined) return `, and "${pointer}" is as "refused" says`
  return begins === undefined ? '' : `, and begins with "${begins}"`
}

/** Why an answer is not what a rule says, in a sentence; null when it is. */
function unlike({ statuses, pointer, values, begins }: PartnerAnswer, reply: Reply): string | null {
  const { status } = reply
  if (statuses && !statuses.includes(status)) return `The partner answered ${status}${remarkOn(status)}.`
  if (pointer !== undefined) {
    const read = readJson(reply)
    if (!read.ok) return read.reason
    const value = at(pointer, read.json) ?? null
    if (value === null) return `The partner answered ${status}, and nothing stands at "${pointer}".`
    if (values && !values.some((each) => each === value))
      return `The partner answered ${status}, and "${pointer}" is not as it should be.`
  }
  if (begins === undefined) return null
  if (reply.body === null) return unreadable(status)
  return textOf(reply.body).startsWith(begins) ? null : unlikeText(status, begins)
}

function remarkOn(status: number): string {
  if (status >= 400) return ''
  return status >= 300 ? '; redirects are not followed' : ', which is none of its "statuses"'
}

function unlikeText(status: number, begins: string): string {
  return `The partner answered ${status}, and its text does not begin with "${begins}".`
}

type Kept = { ok: true; reference: string } | { ok: false; reason: string }

/** Somebody who has taken a lead says its id where it always does: an answer without one is some other answer. */
function referenceIn({ pointer, after = '' }: ReplyReference, reply: Reply): Kept {
  const { status, body } = reply
  if (body === null) return { ok: false, reason: unreadable(status) }
  if (pointer === undefined) {
    if (!textOf(body).startsWith(after)) return { ok: false, reason: unlikeText(status, after) }
    return kept(
      textOf(body)
        .slice(after.length)
        .split(/[\r\n]/)[0],
      status,
    )
  }
  const read = readJson(reply)
  return read.ok ? kept(at(pointer, read.json), status) : { ok: false, reason: read.reason }
}

function kept(id: unknown, status: number): Kept {
  const text = typeof id === 'string' || typeof id === 'number' ? String(id) : ''
  // It is shown on terminals, which obey control characters.
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '').trim()
  if (plain === '') return { ok: false, reason: `The partner answered ${status} without its id of the lead.` }
  return { ok: true, reference: [...plain].slice(0, longestReference).join('') }
}

function readJson({ status, body }: Reply): { ok: true; json: unknown } | { ok: false; reason: string } {
  if (body === null) return { ok: false, reason: unreadable(status) }
  try {
    return { ok: true, json: JSON.parse(textOf(body), exactly) }
  } catch {
    return { ok: false, reason: `The partner answered ${status} with what is no JSON.` }
  }
}

/** An id of more figures than numbers here hold is read as text, or it would be another one. */
function exactly(_: string, value: unknown, { source }: { source?: string } = {}): unknown {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? source : value
}

function unreadable(status: number): string {
  return `The partner answered ${status}, and the rest is longer than ${mostReplyBytes / 1024} kB or broke off.`
}

/** Some servers send a byte order mark or empty lines first. */
function textOf(body: string): string {
  return body.replace(/^[\uFEFF\s]+/, '')
}

/** What stands at a JSON pointer (RFC 6901). */
function at(pointer: string, json: unknown): unknown {
  const keys = pointer.split('/').slice(1)
  return keys.reduce<unknown>((value, written) => {
    const key = written.replaceAll('~1', '/').replaceAll('~0', '~')
    if (!(isTree(value) || Array.isArray(value)) || !Object.hasOwn(value, key)) return undefined
    return (value as Record<string, unknown>)[key]
  }, json)
}
