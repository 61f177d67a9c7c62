import {
  type AnswersCopy,
  control,
  type Ending,
  type Entries,
  endingOf,
  journey,
  readAnswers,
  stepOfProblems,
  type Turn,
  turn,
  turnAfterChange,
  turnUnjudged,
  withLanding,
} from '#engine/form/journey'
import { type Attribution, leadReference, type TestReason } from '#engine/form/lead'
import { type AnswerProblem, type Answers, closedSentence, type ResolvedForm } from '#engine/form/model'
import {
  type DraftPlace,
  done,
  type Ended,
  type FormVersion,
  formSections,
  held,
  isOfFrame,
  type PageHost,
  type PageView,
  type Sent,
} from '#engine/site'
import type { FormState } from '#web/page'
import { sentState, withOptionsOf } from './form-states.ts'
import { loadCopy } from './loaded-parts.ts'

/** A step that the visitor has posted. */
export interface PostedStep {
  view: PageView
  /** The section that shows the form. */
  section: string
  /** The id of the step. */
  step: string
  /** What its controls say at that moment: the visitor goes on answering while a browser fetches what judges them. */
  entries: () => Entries
  attribution: Attribution
  /** Ends the sending: the visitor went elsewhere meanwhile. */
  signal: Ended
}

/** What follows from it. */
export type TurnOutcome =
  /** The form has another place in the address; at null it begins again. Once it is sent it may lead to another site. */
  | { kind: 'go'; step: string | null; redirect?: string | undefined; test?: TestReason | undefined }
  /** It was sent, and leads to another page; where that does not come, the form's own place says that it was sent. */
  | { kind: 'leave'; path: string; state: FormState; test?: TestReason | undefined }
  /** It stays at its address: what is wrong, and what a server must carry, fits none. */
  | { kind: 'show'; state: FormState; status: number }
  /** The page has no such form any more, or the visitor has left it meanwhile. */
  | { kind: 'gone' }

/** One turn of one form of a page: the same on the server, for a plain POST, and in the browser. */
export async function takeTurn(host: PageHost, posted: PostedStep): Promise<TurnOutcome> {
  const { view, section, step, attribution, signal } = posted
  const place = { page: view.id, section }
  const current = versionAt(host, view, section)
  if (!current) return { kind: 'gone' }
  const { form: now } = current
  const read = () => withLanding(now, posted.entries(), host.landing(), host.drafts?.find(place, now)?.answers)
  const pressed = read()
  const last = (control: string) => pressed.findLast(([name]) => name === control)?.[1]
  const known = last(control.key) || host.drafts?.find(place, now)?.key || null
  const key = known ?? host.mintKey()
  const previous = last(control.previous) ?? host.drafts?.find(place, now)?.previous
  const version = await begun(host, current, last(control.definition))
  if (version === null) return changed(host, posted, current, readAnswers(now, pressed), key)
  const { form } = (await host.withOptions?.(version, readAnswers(version.form, pressed))) ?? version
  const judged = async () => {
    const judges = await host.judges(version, step)
    return turn(form, step, read(), judges)
  }
  const next = turnUnjudged(form, step, pressed) ?? (await judged())
  // A browser's draft is another one by now; to a server each press is whole.
  if (host.drafts && signal.aborted) return { kind: 'gone' }
  if (next.kind === 'restart') {
    host.drafts?.drop(place, form)
    return { kind: 'go', step: null }
  }
  // Rules change, and what is today goes by: for what is stored thanks are said again all the same.
  if (known !== null && next.kind === 'show' && next.problems.length > 0) {
    const route = journey(form, next.answers)
    const isLast = route.steps.at(-1)?.id === step
    const sent = isLast ? await host.wasSent?.(version, route.answers, known) : null
    if (sent?.ok) return thanked(host, posted, version, route.answers, sent)
  }
  // Pages come from a cache that nobody counts: who posts a first step has seen it. Forms of the frame are seen so, too.
  if (known === null && (!host.drafts || isOfFrame(section))) host.shown(version, step)
  if (next.kind === 'show') {
    const [met] = next.problems
    if (next.step !== step || met) host.shown(version, next.step, met)
    host.drafts?.keep(place, form, { answers: next.answers, key, isBegun: true, previous, step: next.step })
    // A browser gives each step an entry in its history, so that Back goes one step back. What is wrong fits no address.
    if (host.drafts && next.step !== step && next.problems.length === 0 && !next.end)
      return { kind: 'go', step: next.step }
    // The rest is not worth filling in. The answers stay on the page.
    const { closed } = formSections(view).find(({ id }) => id === section) ?? {}
    if (closed) return closedTo(version, next, key, closedSentence(closed))
    return shown(version, next, key, 'open', next.problems.length > 0 ? 422 : 200)
  }
  const { answers } = next
  host.drafts?.keep(place, form, { answers, key, isBegun: true, isUnsent: true, previous, step })
  // Sent again it must be the same lead: what had no key gets none now.
  const same = host.drafts ? key : known
  const honeypot = last(control.honeypot) ?? ''
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

async function thanked(
  host: PageHost,
  { view, section }: PostedStep,
  version: FormVersion,
  answers: Answers,
  sent: Sent & { ok: true },
): Promise<TurnOutcome> {
  const copy = await copyOf(version.form, answers, sent.receivedAt)
  const ending: Ending = {
    ...endingOf(version.form, answers),
    ...(sent.held && { held: true }),
    ...(sent.id !== undefined && { reference: leadReference(sent.id) }),
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
  if (page !== undefined && ending.alert === null && !ending.held && !view.embed)
    return { kind: 'leave', path: page, state, test }
  // What is read back belongs in no address, and a server keeps nothing: the reply itself says it. With offers the answers
  // stand on their page, which asks a browser for them.
  const isSaid = ending.shown !== null || (copy !== null && !version.form.offers)
  if (isSaid && !host.drafts && redirect === undefined) return { kind: 'show', state, status: 200 }
  // A frame in another site keeps nothing, and a form of the footer or the popup has no page of its own.
  const isOwnPage = !view.embed && !isOfFrame(section) && redirect === undefined
  if (ending.reference !== undefined && isOwnPage) host.sent?.keep(ending.reference)
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

export function versionAt(host: PageHost, view: PageView, section: string): FormVersion | null {
  const { form, hash } = formSections(view).find(({ id }) => id === section) ?? {}
  return form && hash !== undefined ? host.today({ form, hash }) : null
}

/** Who began with a form that has changed goes on with it as long as it can be finished; null when it cannot. */
export async function begun(
  host: PageHost,
  current: FormVersion,
  hash: string | undefined,
): Promise<FormVersion | null> {
  if (hash === undefined || hash === current.hash) return current
  const version = await host.earlier(current.form.id, current.form.locale, hash)
  return version && host.today(version)
}

/** The form as it is now, with what was answered so far: nobody agrees to sentences that were not shown. */
async function changed(
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

/** The form with its answers, and why it takes no leads. */
function closedTo(
  version: FormVersion,
  turn: Turn & { kind: 'show' },
  key: string | null,
  closed: string,
): TurnOutcome {
  const known = withOptionsOf(version, turn.answers)
  const state = { version: known, turn, key, isBegun: true, arrives: true, outcome: 'closed', closed } as const
  return { kind: 'show', state, status: 409 }
}

function shown(
  version: FormVersion,
  turn: Turn & { kind: 'show' },
  key: string | null,
  outcome: FormState['outcome'],
  status: number,
): TurnOutcome {
  const state = { version: withOptionsOf(version, turn.answers), turn, key, isBegun: true, arrives: true, outcome }
  return { kind: 'show', state, status }
}
