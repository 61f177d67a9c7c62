import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router-dom'
import { isSent, mainForm, placesIn } from '#engine/catalog/portal/form-places.ts'
import type { PageHost } from '#engine/catalog/portal/page-host.ts'
import type { PageView } from '#engine/catalog/portal/page-view.ts'
import { control } from '#engine/core/filling/turn.ts'
import { loadLayout } from '../chrome/layouts.ts'
import { addressAfter, pageData } from '../forms/form-states.ts'
import { takeTurn } from '../forms/take-turn.ts'
import { loadSections } from '../sections/loaded-sections.ts'
import { Page } from './Page.tsx'
import type { Answered } from './page-data.ts'

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
  return data(pageData(view, host, searchParams), status)
}

/** A step posted as HTML does. In a browser that runs the page each form takes its turns itself (web/api/press.ts). */
async function act(request: Request, host: PageHost) {
  const { pathname, searchParams } = new URL(request.url)
  const { view } = await host.page(pathname)
  const entries = [...(await request.formData())].map(([name, value]) => [name, String(value)] as const)
  const places = placesIn(view, searchParams)
  const named = entries.findLast(([name]) => name === control.section)?.[1]
  const section = named ?? places[0]?.section ?? mainForm(view)?.id ?? ''
  const step = places.find((place) => place.section === section)?.step ?? ''
  const outcome = await takeTurn(host, { view, section, step, entries, signal: request.signal })
  if (outcome.kind === 'gone') return data(null, 404)
  if (outcome.kind === 'show') return data<Answered>({ section, state: outcome.state }, outcome.status)
  return redirect(addressAfter(view, places.filter(isSent), section, outcome.step), 303)
}
