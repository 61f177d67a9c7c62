import { problemsNamed } from '#engine/form/journey'
import { nestAnswers } from '#engine/form/lead'
import type { Dispatch } from '#engine/site'
import type { Problem } from '#schemas/generated/api/problem.ts'
import type { Receipt } from '#schemas/generated/api/receipt.ts'
import type { Submission } from '#schemas/generated/api/submission.ts'
import { elapsedSince, http, mintKey } from '#web/http'
import type { Try } from './sending.ts'

/** How long one try may take, in ms. Whoever has not answered by then has most likely not heard it. */
const tryTimeout = 15_000

/** One submission, to be tried as often as it takes: each try is the same request under the same key. */
export function submission({
  version,
  page,
  answers,
  key: known,
  attribution,
  honeypot,
  previous,
  visit,
  signal,
}: Dispatch) {
  const { form, hash } = version
  const key = known ?? mintKey()
  const content: Submission = {
    form: form.id,
    locale: form.locale,
    answers: nestAnswers(form, answers),
    definition: hash,
    context: {
      page: page.id,
      attribution,
      timeOnPageMs: elapsedSince(key),
      ...(honeypot !== '' && { honeypot }),
      ...(previous !== undefined && { previous }),
      ...(visit !== undefined && { visit }),
    },
  }
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  const left = new AbortController()
  signal.addEventListener('abort', () => left.abort())
  const address = form.subscription ? ownAddress(left.signal) : undefined
  return async (): Promise<Try> => {
    try {
      const ip = await address
      const body = JSON.stringify({ ...content, context: { ...content.context, ip } })
      const asked = { method: 'POST', headers, body, timeout: tryTimeout, signal: left.signal }
      return await http.send('/api/v1/submissions', asked, judged)
    } catch {
      return { ok: false, obstacle: navigator.onLine ? 'away' : 'offline', retryAfter: 0 }
    }
  }
}

/** What a reply means. Throws when it breaks off, or is no answer of ours: a hotel's sign-in page says 200 too. */
async function judged(reply: Response): Promise<Try> {
  if (reply.ok) {
    const { id, receivedAt, delivered, redirect, results, test, held } = (await reply.json()) as Receipt
    if (typeof id !== 'string') throw new Error('This is no receipt')
    const sent =
      delivered === false
        ? ({ ok: false, reason: 'undelivered' } as const)
        : ({ ok: true, id, receivedAt, redirect, results, test, held } as const)
    return { ok: true, sent }
  }
  if (reply.status === 429 || reply.status >= 500)
    return { ok: false, obstacle: 'busy', retryAfter: retryAfter(reply.headers.get('retry-after')) }
  const { code, errors } = (await reply.json()) as Problem
  if (reply.status === 409) {
    const [said] = errors ?? []
    const isClosed = said?.pointer === '/form' && code.startsWith('form-')
    const sent = isClosed ? ({ reason: 'closed', message: said.message } as const) : ({ reason: 'changed' } as const)
    return { ok: true, sent: { ok: false, ...sent } }
  }
  // What is refused once and for all is refused again: the visitor is told, and may try later.
  const sent = errors
    ? { ok: false as const, reason: 'invalid' as const, problems: problemsNamed(errors) }
    : { ok: false as const, reason: 'busy' as const, status: 503 as const }
  return { ok: true, sent }
}

/** The longest wait that is obeyed, in ms. Timers of browsers know no more than 24 days. */
const longestWait = 24 * 60 * 60 * 1000

/** Retry-After in ms: seconds, or a date (RFC 9110, section 10.2.3). 0 without one. */
function retryAfter(header: string | null): number {
  const seconds = Number(header ?? 0)
  const wait = Number.isNaN(seconds) ? Date.parse(header ?? '') - Date.now() : seconds * 1000
  return wait > 0 ? Math.min(wait, longestWait) : 0
}

/** How long it may take, in ms: a sign-up waits for it, and does without it. */
const deadlineMs = 3000

/** The address that this browser is seen at; undefined where nobody says so in time. */
async function ownAddress(signal: AbortSignal): Promise<string | undefined> {
  const asked = { timeout: deadlineMs, isQuiet: true, signal }
  try {
    const { ip } = await http.send('/myipaddress', asked, (reply) => reply.json() as Promise<{ ip?: unknown }>)
    return typeof ip === 'string' && ip.length <= 45 ? ip : undefined
  } catch {
    return undefined
  }
}
