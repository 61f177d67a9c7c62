import { data, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router-dom'
import type { FormVersion } from '#engine/catalog/form-version.ts'
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
  /** The form as the visitor began it; it may have changed since. */
  version: FormVersion
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
  const view = await host.page(pathname)
  if (!view) return data<PageData>({ view: host.notFound(pathname), form: null }, 404)
  const version = formOf(view)
  const outcome = searchParams.get('step') === done ? 'sent' : 'open'
  return data<PageData>({ view, form: version && { version, turn: show(firstTurn(version.form)), key: null, outcome } })
}

async function act({ request, context }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url)
  const host = context as PageHost
  const view = await host.page(pathname)
  const current = view && formOf(view)
  if (!view || !current) return data(null, 404)
  const entries = [...(await request.formData())].map(([name, value]) => [name, String(value)] as const)
  const posted = searchParams.get('step') ?? ''
  const last = (control: string) => entries.findLast(([name]) => name === control)?.[1]
  const key = last(control.key) || host.mintKey()
  const version = await begun(host, current, last(control.definition))
  const next = turn(version.form, posted, entries, host.judges(version.form))
  if (next.kind === 'show') {
    return data<FormState>({ version, turn: next, key, outcome: 'open' }, next.problems.length > 0 ? 422 : 200)
  }
  const sent = await host.send({ version, page: view, answers: next.answers, key })
  if (sent.ok) return redirect(`${view.path}?step=${done}`, 303)
  const problems = sent.reason === 'invalid' ? sent.problems : []
  const again = { kind: 'show' as const, step: posted, answers: next.answers, problems, revealed: null }
  return sent.reason === 'busy'
    ? data<FormState>({ version, turn: again, key, outcome: 'busy' }, sent.status)
    : data<FormState>({ version, turn: again, key, outcome: 'open' }, 422)
}

/** Who began with a form that has changed goes on with it as long as it can be finished. */
async function begun(host: PageHost, current: FormVersion, hash: string | undefined): Promise<FormVersion> {
  if (hash === undefined || hash === current.hash) return current
  return (await host.earlier(current.form.id, current.form.locale, hash)) ?? current
}

function formOf(view: PageView): FormVersion | null {
  const section = view.sections.find(({ kind }) => kind === 'form')
  return section?.kind === 'form' ? { form: section.form, hash: section.hash } : null
}

function show(next: Turn) {
  return next as Turn & { kind: 'show' }
}
