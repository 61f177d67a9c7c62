import {
  type AnswersCopy,
  appointmentOf,
  type Ending,
  endingOf,
  problemsNamed,
  stepOfProblems,
  turnAfterChange,
} from '#engine/form/journey'
import { leadReference, nestAnswers } from '#engine/form/lead'
import type { AnswerProblem, Answers, ResolvedForm } from '#engine/form/model'
import {
  type Dispatch,
  type DraftPlace,
  done,
  type Ended,
  type FormVersion,
  held,
  isOfFrame,
  type PageHost,
  type Sent,
} from '#engine/site'
import type { Problem } from '#schemas/generated/api/problem.ts'
import type { Receipt } from '#schemas/generated/api/receipt.ts'
import type { Submission } from '#schemas/generated/api/submission.ts'
import { elapsedSince, http, mintKey } from '#web/http'
import { closedTo, type PostedStep, sentState, shown, type TurnOutcome, versionAt } from './form-states.ts'
import { loadCopy } from './loaded-parts.ts'
import type { Delivery, Obstacle, Sending } from './sending.ts'

/** The result of one try: a final answer, or a reason to try again. */
type Try = { ok: true; sent: Sent } | { ok: false; obstacle: Obstacle; retryAfter: number }

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

/**
 * Tries until the server takes it. Says `stopped` when the visitor would rather not, or went elsewhere.
 * @param attempt one try, which gives up by itself
 */
export async function deliver(sending: Sending, attempt: () => Promise<Try>, signal: Ended): Promise<Sent> {
  const delivery: Delivery = { isStopped: false, wake: () => {} }
  sending.delivers(delivery)
  const isOver = () => !sending.isDelivering(delivery) || delivery.isStopped || signal.aborted
  signal.addEventListener('abort', () => sending.isDelivering(delivery) && sending.stop())
  const release = holdPage()
  try {
    for (let tries = 1; ; tries++) {
      sending.show('trying', sending.obstacle)
      const result = await attempt()
      if (result.ok) return result.sent
      if (isOver()) return { ok: false, reason: 'stopped' }
      sending.show('waiting', result.obstacle)
      await pause(delivery, delayBefore(tries, result.retryAfter, Math.random()), result.retryAfter === 0)
      if (isOver()) return { ok: false, reason: 'stopped' }
    }
  } finally {
    release()
    if (sending.isDelivering(delivery)) sending.show('idle', null)
  }
}

/** Until the time is up, the visitor is in a hurry or, where the server set no time to wait, a connection is there again. */
async function pause(delivery: Delivery, milliseconds: number, isHurried: boolean): Promise<void> {
  const over = new AbortController()
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    over.signal.addEventListener('abort', () => clearTimeout(timer))
    delivery.wake = resolve
    if (isHurried) addEventListener('online', () => resolve(), { signal: over.signal })
  })
  over.abort()
}

/** Has the browser ask before it closes a page with answers under way. Returns what ends that. */
function holdPage(): () => void {
  const ask = (event: Event) => event.preventDefault()
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
}

/** The longest time between two tries, in ms: a visitor who looks at the page sees that it goes on. */
const longest = 60_000

/**
 * How long to wait before the next try, in ms: twice as long each time, and spread, so that not everybody comes back at
 * once to a server that was away.
 * @param tries how many have failed
 * @param retryAfter what the server asked for, in ms; it is never asked sooner
 * @param random from 0 up to 1
 */
export function delayBefore(tries: number, retryAfter: number, random: number): number {
  const delay = Math.min(1000 * 2 ** (tries - 1), longest) * (0.8 + 0.4 * random)
  return Math.max(delay, retryAfter)
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

/** What is sent, and how it is kept meanwhile. */
interface Answered extends Pick<Dispatch, 'version' | 'answers' | 'honeypot' | 'previous'> {
  key: string
  /** The key that it had before; null for what was not begun. */
  known: string | null
}

/** What follows from the last step: it is sent, until it is known what became of it. */
export async function sendAnswers(
  host: PageHost,
  posted: PostedStep,
  { version, answers, key, known, previous, honeypot }: Answered,
): Promise<TurnOutcome> {
  const { view, section, step, attribution, signal } = posted
  const { form } = version
  const place = { page: view.id, section }
  host.drafts?.keep(place, form, { answers, key, isBegun: true, isUnsent: true, previous, step })
  // Sent again it must be the same lead: what had no key gets none now.
  const same = host.drafts ? key : known
  const sent = await host.send({
    version,
    page: view,
    section,
    answers,
    key: same,
    attribution,
    honeypot,
    previous,
    signal,
  })
  if (sent.ok) return thanked(host, posted, version, answers, sent)
  if (sent.reason === 'changed') {
    const now = versionAt(host, (await host.page(view.path, new URLSearchParams(view.asked))).view, section)
    return now ? changed(host, posted, now, answers, key) : { kind: 'gone' }
  }
  const again = (at: string, problems: readonly AnswerProblem[]) =>
    ({ kind: 'show', step: at, answers, problems, revealed: null }) as const
  if (sent.reason === 'invalid') {
    const at = stepOfProblems(form, answers, sent.problems, step)
    host.shown(version, at, sent.problems[0])
    host.drafts?.keep(place, form, { answers, key, isBegun: true, step: at })
    return shown(version, again(at, sent.problems), key, 'open', 422)
  }
  if (sent.reason === 'closed') return closedTo(version, again(step, []), same, sent.message)
  const status = sent.reason === 'busy' ? sent.status : sent.reason === 'undelivered' ? 502 : 503
  return shown(version, again(step, []), same, sent.reason, status)
}

/** The form was sent: its thanks, or the page that it leads to. */
export async function thanked(
  host: PageHost,
  { view, section }: PostedStep,
  version: FormVersion,
  answers: Answers,
  sent: Sent & { ok: true },
): Promise<TurnOutcome> {
  const copy = await copyOf(version.form, answers, sent.receivedAt)
  const { id, receivedAt } = sent
  const appointment =
    id !== undefined && receivedAt !== undefined && appointmentOf(version.form, answers, receivedAt, id)
  const ending: Ending = {
    ...endingOf(version.form, answers),
    ...(appointment && { appointment }),
    ...(sent.held && { held: true }),
    ...(id !== undefined && { reference: leadReference(id) }),
    ...(copy && { copy }),
  }
  const place = { page: view.id, section }
  host.drafts?.drop(place, version.form, ending)
  const { results } = sent
  const state = sentState(version, ending, sent.test)
  const isElsewhere = view.embed !== undefined || sent.redirect !== undefined
  if (results !== undefined && ending.alert === null && !ending.held && !isElsewhere) {
    keepForChange(host, place, version.form, { answers, results, copy })
    return { kind: 'leave', path: results, state, test: sent.test }
  }
  const { page } = version.form.thankYou ?? {}
  const { test } = sent
  // No other page is shown in a frame: neither one of ours nor, as its host may not allow it, of others.
  const redirect = view.embed ? undefined : sent.redirect
  if (page !== undefined && ending.alert === null && !ending.held && !view.embed) {
    if (ending.reference !== undefined) host.sent?.keep(ending.reference, page)
    const query = new URLSearchParams({ form: version.form.id, from: view.id })
    return { kind: 'leave', path: `${page}?${query}`, state, test }
  }
  // What is read back belongs in no address, and a server keeps nothing: the reply itself says it. With offers the answers
  // stand on their page, which asks a browser for them.
  const isSaid = ending.shown.length > 0 || ending.appointment !== undefined || (copy !== null && !version.form.offers)
  if (isSaid && !host.drafts && redirect === undefined) return { kind: 'show', state, status: 200 }
  // A frame in another site keeps nothing, and a form of the footer or the popup has no page of its own.
  const isOwnPage = !view.embed && !isOfFrame(section) && redirect === undefined
  if (ending.reference !== undefined && isOwnPage) host.sent?.keep(ending.reference, view.path)
  return { kind: 'go', step: [done, ending.held ? held : (ending.alert ?? [])].flat().join('-'), redirect, test }
}

/** Keeps the answers in this browser, for visitors who want to change or print them. Consents are asked again. */
function keepForChange(
  host: PageHost,
  place: DraftPlace,
  form: ResolvedForm,
  { answers, results, copy }: { answers: Answers; results: string; copy: AnswersCopy | null },
): void {
  const asked = new Set(form.consents.map(({ id }) => id))
  const own = Object.entries(answers).filter(([id]) => !asked.has(id))
  const previous = results.split('/').at(-1) ?? ''
  const draft = { answers: Object.fromEntries(own), key: host.mintKey(), previous, ...(copy && { copy }) }
  host.drafts?.keep(place, form, draft)
}

/** The answers in words, for a form that shows them; null for any other, which loads no code for it. */
async function copyOf(
  form: ResolvedForm,
  answers: Answers,
  receivedAt: string | undefined,
): Promise<AnswersCopy | null> {
  if (!form.printAnswers || receivedAt === undefined) return null
  // Where the code does not come, thanks are said without them.
  const part = await loadCopy().catch(() => null)
  return part?.copyOfAnswers(form, answers, receivedAt) ?? null
}

/** The form as it is now, with what was answered so far: nobody agrees to sentences that were not shown. */
export async function changed(
  host: PageHost,
  { view, section, step }: PostedStep,
  version: FormVersion,
  given: Answers,
  key: string,
): Promise<TurnOutcome> {
  const next = turnAfterChange(version.form, step, given, await host.judges(version))
  const draft = { answers: next.answers, key, isBegun: true, step: next.step }
  host.drafts?.keep({ page: view.id, section }, version.form, draft)
  return shown(version, next, key, 'changed', 409)
}
