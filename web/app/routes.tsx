import { data, type LoaderFunctionArgs, type RouteObject } from 'react-router-dom'
import { formSections } from '#engine/site/form-places.ts'
import type { PageHost } from '#engine/site/page-host.ts'
import type { PageView } from '#engine/site/page-view.ts'
import { pageData } from '../forms/form-states.ts'
import { loadLater } from '../forms/later/loaded-later.ts'
import { loadSections } from '../sections/loaded-sections.ts'
import { fetchComputing } from '../shims/compute.ts'
import { knowGuards } from './guards.ts'
import { Page } from './Page.tsx'

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
      element: <Page />,
    },
  ] satisfies [RouteObject]
}

/**
 * Loads the code a page is drawn with, so that it renders in one go and hydrates without a gap.
 * @throws UnknownPart where this code is older than the page
 */
export async function loadParts(view: PageView): Promise<void> {
  knowGuards(view)
  const forms = formSections(view)
  await Promise.all([
    loadSections([...view.sections, ...forms]),
    loadLater(view),
    fetchComputing(forms.map(({ form }) => form)),
  ])
}

async function load(request: Request, host: PageHost) {
  const { pathname, searchParams } = new URL(request.url)
  const { view, status } = await host.page(pathname, searchParams)
  await loadParts(view)
  return data(pageData(view, host, searchParams), status)
}
