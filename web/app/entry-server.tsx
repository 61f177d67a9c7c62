import { enableStaticRendering } from 'mobx-react-lite'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import {
  type ActionFunctionArgs,
  createStaticHandler,
  createStaticRouter,
  data,
  redirect,
  StaticRouterProvider,
} from 'react-router-dom'
import { control, redirectOrigins } from '#engine/form/journey'
import { carried } from '#engine/form/lead'
import type { FoundPage, PageHost, PageView } from '#engine/site'
import { formSections, goneResults, isSent, mainForm, placesIn, translator, withTest } from '#engine/site'
import { withLinksElsewhere } from '#web/embed'
import { addressAfter, linkedForm, pageData, takeAddresses, takeLater, takeTurn, withAddresses } from '#web/forms'
import { sharedParts } from '#web/layout'
import type { Assets, HeadTag } from '#web/page'
import {
  type Answered,
  MarksContext,
  type PageData,
  pageFrom,
  ShellContext,
  seedOf,
  sharedView,
  stateOf,
  withAnswered,
} from '#web/page'
import { kindsOf, sectionFile } from '#web/sections'
import { partSources } from '#web/shims'
import { loadParts, routes } from './routes.tsx'

export { addKinds } from '#engine/form/model'

const keptAssets = new WeakMap<PageView, Assets>()

/** All that a page is drawn from: nothing of it is a function, so another thread can draw it. */
export interface RenderInput {
  /** Path and query. */
  address: string
  view: PageView
  /** Where its forms stand, as JSON. */
  state: string
}

/** What a request comes to: a page that is to be drawn, or another address after a form was sent. */
export interface Answer {
  status: number
  /** Set when the visitor is sent elsewhere. */
  location: string | null
  drawing: RenderInput | null
  /** The origins that its forms may lead to once they are sent. */
  leadsTo: readonly string[]
}

// Stores tell nobody on the server, where each page is rendered once.
enableStaticRendering(true)

const [route] = routes((context) => context as PageHost)
const handler = createStaticHandler([
  { ...route, action: ({ request, context }: ActionFunctionArgs) => act(request, context as PageHost) },
])

/** Answers a request for a page: runs its route. */
export async function answer(request: Request, host: PageHost): Promise<Answer> {
  const context = await handler.query(request, { requestContext: host })
  if (context instanceof Response)
    return { status: context.status, location: context.headers.get('location'), drawing: null, leadsTo: [] }
  if (context.errors) throw Object.values(context.errors)[0]
  const loaded = context.loaderData.page as PageData
  const linked = request.method === 'GET' ? linkedForm(loaded, new URL(request.url).searchParams) : null
  const answered = linked ?? ((context.actionData?.page ?? null) as Answered | null)
  const page = withEstimates(answered ? withAnswered(loaded, answered) : loaded, host)
  const { pathname, search } = context.location
  const drawing = {
    address: pathname + search,
    view: sharedView(page.view),
    state: stateOf(page, answered?.section ?? null),
  }
  // A form that is shown may be an earlier one than the page's own.
  const leadsTo = [
    ...redirectOrigins(Object.values(page.forms).map(({ version }) => version.form)),
    ...originsOf(page.results),
  ]
  const status = linked?.state.later?.kind === 'gone' ? 410 : context.statusCode
  return { status, location: null, drawing, leadsTo }
}

/** A page with the estimates of its forms for the answers at hand. */
function withEstimates(page: PageData, host: PageHost): PageData {
  const forms = Object.entries(page.forms).map(([section, state]) => {
    const { form } = state.version
    const estimate = form.estimate && host.estimate?.(form, state.turn.answers)
    return [section, estimate ? { ...state, estimate } : state]
  })
  return { ...page, forms: Object.fromEntries(forms) }
}

/** What a page is drawn from that is at hand and has no form. */
export function drawingOf({ view }: FoundPage): RenderInput {
  const page = pageData(view, { today: (version) => version, isLocal: false, random: () => 0 }, new URLSearchParams())
  return { address: view.path, view, state: stateOf(page, null) }
}

/** Draws a page: the whole document. */
export async function draw({ address, view, state }: RenderInput, manifest: Manifest): Promise<string> {
  await loadParts(view)
  const { pathname, search } = new URL(address, 'http://leadwright.invalid')
  const match = { params: { '*': pathname.slice(1) }, pathname, pathnameBase: '/' }
  const context = {
    basename: '/',
    location: { pathname, search, hash: '', state: null, key: 'default' },
    matches: handler.dataRoutes.map((route) => ({ ...match, route })),
    loaderData: { page: pageFrom(view, state) },
    actionData: null,
    errors: null,
    statusCode: 200,
    loaderHeaders: {},
    actionHeaders: {},
  }
  const assets = assetsOf(manifest, view)
  const parts = partsOf(view, assets)
  const drawn = renderToString(
    <MarksContext value={marks}>
      <ShellContext value={{ ...assets, seed: seedOf(view, state, assets) }}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </ShellContext>
    </MarksContext>,
  )
  const html = drawn.replaceAll(anyMark, (_, name: string) => parts.get(name) ?? '')
  return `<!doctype html>${view.embed ? withLinksElsewhere(html, view.path) : html}`
}

const secret = crypto.randomUUID()
const anyMark = new RegExp(`${secret}-(\\w+);`, 'g')
const marks = new Map(['header', 'footer', 'data'].map((name) => [name, `${secret}-${name};`]))
const keptParts = new WeakMap<PageView, Map<string, string>>()

/** What is the same around a page for all its visitors: drawn once. */
function partsOf(view: PageView, assets: Assets): Map<string, string> {
  const words = translator(view.locale, view.words)
  const parts =
    keptParts.get(view) ??
    new Map(
      sharedParts(view).map(([name, part]) => [
        name,
        renderToString(
          <ShellContext value={{ ...assets, seed: '' }}>
            <I18nextProvider i18n={words}>{part}</I18nextProvider>
          </ShellContext>,
        ),
      ]),
    )
  keptParts.set(view, parts)
  return parts
}

/** Where the offers of a results page lead to. */
function originsOf(results: PageData['results']): string[] {
  if (!results || results === goneResults) return []
  const links = results.offers.flatMap(({ link }) => (link === undefined ? [] : new URL(link).origin))
  return [...new Set([...results.leadsTo, ...links])]
}

/** The data of a page, for a browser that goes there itself. */
export async function dataOf(request: Request, host: PageHost): Promise<{ status: number; data: PageData }> {
  const context = await handler.query(request, { requestContext: host })
  if (context instanceof Response) throw new Error('A page redirected without being asked to')
  if (context.errors) throw Object.values(context.errors)[0]
  return { status: context.statusCode, data: context.loaderData.page as PageData }
}

/**
 * Answers a step that was posted as HTML does. A browser that runs the page takes the turns of its forms itself
 * (web/navigation/press.ts).
 */
async function act(request: Request, host: PageHost) {
  const { pathname, searchParams } = new URL(request.url)
  const { view } = await host.page(pathname, searchParams)
  const entries = [...(await request.formData())].map(([name, value]) => [name, String(value)] as const)
  const places = placesIn(view, searchParams)
  const last = (control: string) => entries.findLast(([name]) => name === control)?.[1]
  const named = last(control.section)
  const section = named ?? places[0]?.section ?? mainForm(view)?.id ?? ''
  const step = places.find((place) => place.section === section)?.step ?? ''
  const attribution = carried(view.attribution, entries, host.landing())
  const previous = last(control.previous)
  const posted = { view, section, step, entries: () => entries, attribution, signal: request.signal }
  const turn = (await takeLater(host, posted)) ?? (await takeAddresses(host, posted)) ?? (await takeTurn(host, posted))
  const outcome = await withAddresses(host, turn)
  if (outcome.kind === 'gone') return data(null, 404)
  if (outcome.kind === 'leave') return redirect(withTest(outcome.path, outcome.test), 303)
  if (outcome.kind === 'show')
    return data<Answered>(
      { section, state: { attribution, previous, visit: host.visit?.(), ...outcome.state } },
      outcome.status,
    )
  if (outcome.redirect !== undefined) return redirect(outcome.redirect, 303)
  const address = addressAfter(view, places.filter(isSent), section, outcome.step)
  return redirect(withTest(address, outcome.test), 303)
}

/** What the manifest calls the parts that a repository adds. */
const own = 'own'

/** Vite's manifest: source file → what it became. */
type Manifest = Readonly<
  Record<string, { file: string; imports?: string[]; head?: readonly HeadTag[]; drawings?: Assets['drawings'] }>
>

/** What a page needs of the build: the same each time it is drawn. */
function assetsOf(manifest: Manifest, view: PageView): Assets {
  const assets = keptAssets.get(view) ?? newAssets(manifest, view)
  keptAssets.set(view, assets)
  return assets
}

function newAssets(manifest: Manifest, view: PageView): Assets {
  const boot = view.embed ? 'app/entry-embedded.ts' : 'app/entry-boot.ts'
  // What a main form is answered with comes first, and alone.
  const forms = formSections(view)
  const drawn = mainForm(view) ? forms : [...view.sections, ...forms]
  const needs = forms.flatMap(({ form }) => form.needs ?? [])
  const parts = [
    'app/entry-client.tsx',
    ...(mainForm(view) ? [] : ['sections/section-files.ts', 'layout/FrameParts.tsx']),
    ...kindsOf(drawn).map((kind) => `sections/${sectionFile(kind)}`),
    ...(needs.length > 0 ? ['shims/part-files.ts', ...needs.map((need) => partSources[need])] : []),
  ]
  return {
    styleSheet: address(manifest['style.css']?.file ?? ''),
    boot: withImports(manifest, boot).map(address),
    modules: [...new Set(parts.flatMap((part) => withImports(manifest, part)))].map(address),
    ...(manifest[own]?.file && { own: address(manifest[own].file) }),
    ...(manifest[own]?.head?.length && { head: manifest[own].head }),
    ...(Object.keys(manifest[own]?.drawings ?? {}).length > 0 && { drawings: manifest[own]?.drawings ?? {} }),
  }
}

function withImports(manifest: Manifest, source: string): string[] {
  const chunk = manifest[source]
  if (!chunk) return []
  return [chunk.file, ...(chunk.imports ?? []).flatMap((imported) => withImports(manifest, imported))]
}

function address(file: string): string {
  return `/${file}`
}
