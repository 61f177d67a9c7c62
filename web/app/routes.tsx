import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router-dom'
import type { FormVersion } from '#engine/catalog/form-version.ts'
import type { PageHost } from '#engine/catalog/portal/page-host.ts'
import type { PageView } from '#engine/catalog/portal/page-view.ts'
import type { AnswerProblem } from '#engine/core/filling/answer-problem.ts'
import type { Answers } from '#engine/core/filling/answers.ts'
import { type Ending, endingOf } from '#engine/core/filling/ending.ts'
import { readAnswers } from '#engine/core/filling/form-data.ts'
import { journey } from '#engine/core/filling/journey.ts'
import {
  control,
  firstTurn,
  resume,
  stepOfProblems,
  type Turn,
  turn,
  turnAfterChange,
} from '#engine/core/filling/turn.ts'
import { loadLayout } from '../chrome/layouts.ts'
import { loadSections } from '../sections/loaded-sections.ts'
import { Page } from './Page.tsx'
import { type FormState, formOf, type PageData } from './page-data.ts'

/** The value of ?step= once the form is sent. No step has this id (engine/catalog/checks/form/check-form.ts). */
const done = 'done'

/**
 * One splat route: definitions change under the running site, so no table of routes is built in. It is the same on
 * the server and in the browser; only who answers its questions differs.
 * @param hostOf finds that host in the context of a request
 */
export function routes(hostOf: (context: unknown) => PageHost) {
  return [
    {
      id: 'page',
      path: '*',
      loader: ({ request, context }: LoaderFunctionArgs) => load(request, hostOf(context)),
      action: ({ request, context }: ActionFunctionArgs) => act(request, hostOf(context)),
      element: <Page />,
    },
  ] satisfies [RouteObject]
}

/** Loads the code a page is drawn with, so that it renders in one go and hydrates without a gap. */
export async function loadParts(view: PageView): Promise<void> {
  await Promise.all([loadLayout(view.layout), loadSections(view.sections)])
}

async function load(request: Request, host: PageHost) {
  const { pathname, searchParams } = new URL(request.url)
  const { view, status } = await host.page(pathname)
  await loadParts(view)
  const version = formOf(view)
  return data<PageData>({ view, form: version && formState(version, host, searchParams.get('step')) }, status)
}

function formState(version: FormVersion, host: PageHost, step: string | null): FormState {
  const { form } = version
  if (step?.split('-')[0] === done) return sentState(version, host.drafts?.ending(form) ?? endingIn(step))
  const draft = host.drafts?.find(form) ?? null
  if (!draft) return { version, turn: show(firstTurn(form)), key: null, outcome: 'open' }
  const { answers, key, isUnsent = false } = draft
  // Whoever sent it already is brought back to the button.
  const last = journey(form, answers).steps.at(-1)?.id ?? null
  const next = show(resume(form, answers, step ?? (isUnsent ? last : null)))
  return { version, turn: next, key, outcome: isUnsent && next.step === last ? 'unsent' : 'open' }
}

function sentState(version: FormVersion, ending: Ending): FormState {
  return { version, turn: show(firstTurn(version.form)), key: null, ending, outcome: 'sent' }
}

/** What the address says of how a form ended: `done`, or `done-` and the id of an alert. */
function endingIn(step: string): Ending {
  return { alert: step.slice(done.length + 1) || null, shown: null }
}

async function act(request: Request, host: PageHost) {
  const { pathname, searchParams } = new URL(request.url)
  const { view } = await host.page(pathname)
  const current = formOf(view)
  if (!current) return data(null, 404)
  await loadParts(view)
  const entries = [...(await request.formData())].map(([name, value]) => [name, String(value)] as const)
  const posted = searchParams.get('step') ?? ''
  const last = (control: string) => entries.findLast(([name]) => name === control)?.[1]
  const known = last(control.key) || host.drafts?.find(current.form)?.key || null
  const key = known ?? host.mintKey()
  const version = await begun(host, current, last(control.definition))
  if (version === null) return changed(host, current, posted, readAnswers(current.form, entries), key)
  const next = turn(version.form, posted, entries, await host.judges(version))
  if (next.kind === 'restart') {
    host.drafts?.drop(version.form)
    return redirect(view.path, 303)
  }
  // Pages come from a cache that nobody counts: who posts a first step has seen it.
  if (known === null && !host.drafts) host.shown(version, posted)
  if (next.kind === 'show') {
    if (next.step !== posted) host.shown(version, next.step)
    host.drafts?.keep(version.form, { answers: next.answers, key })
    // A browser gives each step an entry in its history, so that Back goes one step back. What is wrong fits no address.
    if (host.drafts && next.step !== posted && next.problems.length === 0)
      return redirect(`${view.path}?step=${next.step}`)
    return data<FormState>({ version, turn: next, key, outcome: 'open' }, next.problems.length > 0 ? 422 : 200)
  }
  host.drafts?.keep(version.form, { answers: next.answers, key, isUnsent: true })
  const sent = await host.send({
    version,
    page: view,
    answers: next.answers,
    key: host.drafts ? key : known,
    trap: last(control.trap) ?? '',
    signal: request.signal,
  })
  if (sent.ok) {
    const ending = endingOf(version.form, next.answers)
    host.drafts?.drop(version.form, ending)
    // What is read back belongs in no address, and a server keeps nothing: the reply itself says it.
    if (ending.shown !== null && !host.drafts) return data<FormState>(sentState(version, ending))
    return redirect(`${view.path}?step=${[done, ending.alert ?? []].flat().join('-')}`, 303)
  }
  if (sent.reason === 'changed') {
    const now = formOf((await host.page(pathname)).view)
    return now ? changed(host, now, posted, next.answers, key) : data(null, 404)
  }
  const again = (step: string, problems: readonly AnswerProblem[]) =>
    ({ kind: 'show', step, answers: next.answers, problems, revealed: null }) as const
  if (sent.reason === 'invalid') {
    const step = stepOfProblems(version.form, next.answers, sent.problems, posted)
    host.drafts?.keep(version.form, { answers: next.answers, key })
    return data<FormState>({ version, turn: again(step, sent.problems), key, outcome: 'open' }, 422)
  }
  const status = sent.reason === 'busy' ? sent.status : sent.reason === 'undelivered' ? 502 : 503
  // Sent again it must be the same lead: what had no key gets none now.
  const same = host.drafts ? key : known
  return data<FormState>({ version, turn: again(posted, []), key: same, outcome: sent.reason }, status)
}

/** Who began with a form that has changed goes on with it as long as it can be finished; null when it cannot. */
async function begun(host: PageHost, current: FormVersion, hash: string | undefined): Promise<FormVersion | null> {
  if (hash === undefined || hash === current.hash) return current
  return host.earlier(current.form.id, current.form.locale, hash)
}

/** The form as it is now, with what was answered so far: nobody agrees to sentences that were not shown. */
async function changed(host: PageHost, version: FormVersion, posted: string, given: Answers, key: string) {
  const next = turnAfterChange(version.form, posted, given, await host.judges(version))
  host.drafts?.keep(version.form, { answers: next.answers, key })
  return data<FormState>({ version, turn: next, key, outcome: 'changed' }, 409)
}

function show(next: Turn) {
  return next as Turn & { kind: 'show' }
}
