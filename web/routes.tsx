import { data, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router-dom'
import type { PageHost } from '#engine/catalog/page-host.ts'
import type { PageView } from '#engine/catalog/page-view.ts'
import { control, firstTurn, type Turn, turn } from '#engine/core/turn.ts'
import { Page } from './Page.tsx'

/** What a page draws from: its view, and where its form stands. */
export interface PageData {
  view: PageView
  /** null on a page without a form. */
  form: FormState | null
}

/** A form's state is in the page: the posted answers come back with every reply. */
export interface FormState {
  turn: Turn & { kind: 'show' }
  /** The idempotency key of this filling; none before the first POST, so that the page can be cached. */
  key: string | null
  outcome: 'open' | 'sent' | 'busy'
}

/** The value of ?step= once the form is sent. No step has this id (engine/catalog/check-form.ts). */
const done = 'done'

/** One splat route: definitions change under the running site, so no table of routes is built in. */
export const routes: RouteObject[] = [{ path: '*', loader: load, action: act, element: <Page /> }]

async function load({ request, context }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url)
  const host = context as PageHost
  const view = host.page(pathname)
  if (!view) return data<PageData>({ view: host.notFound(pathname), form: null }, 404)
  const form = formOf(view)
  const outcome = searchParams.get('step') === done ? 'sent' : 'open'
  return data<PageData>({ view, form: form && { turn: show(firstTurn(form)), key: null, outcome } })
}

async function act({ request, context }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url)
  const host = context as PageHost
  const view = host.page(pathname)
  const form = view && formOf(view)
  if (!view || !form) return data(null, 404)
  const entries = [...(await request.formData())].map(([name, value]) => [name, String(value)] as const)
  const posted = searchParams.get('step') ?? ''
  const key = entries.findLast(([name]) => name === control.key)?.[1] || host.mintKey()
  const next = turn(form, posted, entries, host.judges(form))
  if (next.kind === 'show') {
    return data<FormState>({ turn: next, key, outcome: 'open' }, next.problems.length > 0 ? 422 : 200)
  }
  const sent = await host.send({ form, page: view, answers: next.answers, key })
  if (sent.ok) return redirect(`${view.path}?step=${done}`, 303)
  const problems = sent.reason === 'invalid' ? sent.problems : []
  const again = { kind: 'show' as const, step: posted, answers: next.answers, problems, revealed: null }
  return sent.reason === 'busy'
    ? data<FormState>({ turn: again, key, outcome: 'busy' }, sent.status)
    : data<FormState>({ turn: again, key, outcome: 'open' }, 422)
}

function formOf(view: PageView) {
  return view.sections.find((section) => section.kind === 'form')?.form ?? null
}

function show(next: Turn) {
  return next as Turn & { kind: 'show' }
}
