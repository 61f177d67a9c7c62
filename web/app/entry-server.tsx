import { enableStaticRendering } from 'mobx-react-lite'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { control, type Entries, redirectOrigins } from '#engine/form/journey'
import { carried } from '#engine/form/lead'
import { stepNeeds, upTo } from '#engine/form/model'
import type { Ended, FoundPage, PageHost, PageView } from '#engine/site'
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
  seedBefore,
  sharedView,
  stateOf,
  withAnswered,
} from '#web/page'
import { kindsOf, sectionFile } from '#web/sections'
import { partSources, RouterProvider, routerAt } from '#web/shims'
import { loadPage, loadParts, routes } from './routes.tsx'

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

/**
 * Answers a request for a page.
 * @param posted what the controls of a posted step say
 */
export async function answer(url: URL, host: PageHost, posted?: Entries): Promise<Answer> {
  const acted = posted && (await act(url, host, posted))
  if (acted && 'location' in acted) return { status: 303, location: acted.location, drawing: null, leadsTo: [] }
  const { page: loaded, status } = await loadPage(url, host)
  const answered = acted ? acted.answered : linkedForm(loaded, url.searchParams)
  const page = withEstimates(answered ? withAnswered(loaded, answered) : loaded, host)
  const drawing = {
    address: url.pathname + url.search,
    view: sharedView(page.view),
    state: stateOf(page, answered?.section ?? null),
  }
  // A form that is shown may be an earlier one than the page's own.
  const leadsTo = [
    ...redirectOrigins(Object.values(page.forms).map(({ version }) => version.form)),
    ...originsOf(page.results),
  ]
  const isGone = !acted && answered?.state.later?.kind === 'gone'
  return { status: isGone ? 410 : (acted?.status ?? status), location: null, drawing, leadsTo }
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

/** Draws a page: the whole document as UTF-8, in pieces of which most are the same for all visitors. */
export async function draw({ address, view, state }: RenderInput, manifest: Manifest): Promise<Uint8Array[]> {
  await loadParts(view)
  const assets = assetsOf(manifest, view)
  const router = routerAt(route, pageFrom(view, state), new URL(address, 'http://leadwright.invalid'))
  const drawn = renderToString(
    <MarksContext value={marks}>
      <ShellContext value={{ ...assets, seed: `${marks.get('seed')}${state.slice(1)}` }}>
        <RouterProvider router={router} />
      </ShellContext>
    </MarksContext>,
  )
  const parts = partsOf(view, assets)
  // What React drew and the names of marks take turns.
  const pieces = drawn
    .split(anyMark)
    .map((piece, index) => (index % 2 === 0 ? encoder.encode(piece) : parts.get(piece)))
  const html = [doctype, ...pieces.filter((piece) => piece !== undefined)]
  if (!view.embed) return html
  const text = html.map((piece) => decoder.decode(piece)).join('')
  return [encoder.encode(withLinksElsewhere(text, view.path))]
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const doctype = encoder.encode('<!doctype html>')
const secret = crypto.randomUUID()
const anyMark = new RegExp(`${secret}-(\\w+);`)
const marks = new Map(['header', 'footer', 'data', 'seed'].map((name) => [name, `${secret}-${name};`]))
const keptParts = new WeakMap<PageView, Map<string, Uint8Array>>()

/** What is the same in a page for all its visitors, the beginning of its seed too: drawn and encoded once. */
function partsOf(view: PageView, assets: Assets): Map<string, Uint8Array> {
  const kept = keptParts.get(view)
  if (kept) return kept
  const words = translator(view.locale, view.words)
  const drawn = sharedParts(view).map(([name, part]): [string, string] => [
    name,
    renderToString(
      <ShellContext value={{ ...assets, seed: '' }}>
        <I18nextProvider i18n={words}>{part}</I18nextProvider>
      </ShellContext>,
    ),
  ])
  const all = [...drawn, ['seed', seedBefore(view, assets)] as const]
  const parts = new Map(all.map(([name, text]) => [name, encoder.encode(text)]))
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
export async function dataOf(url: URL, host: PageHost): Promise<{ status: number; data: PageData }> {
  const { page, status } = await loadPage(url, host)
  return { status, data: page }
}

/** What came of a posted step: another address, or what the page shows of it and with which status. */
type Acted = { location: string } | { answered: Answered | null; status: number }

/** A posted step is never taken back. */
const never: Ended = { aborted: false, addEventListener: () => {} }

/**
 * Answers a step that was posted as HTML does. A browser that runs the page takes the turns of its forms itself
 * (web/navigation/press.ts).
 */
async function act({ pathname, searchParams }: URL, host: PageHost, entries: Entries): Promise<Acted> {
  const { view } = await host.page(pathname, searchParams)
  const places = placesIn(view, searchParams)
  const last = (control: string) => entries.findLast(([name]) => name === control)?.[1]
  const named = last(control.section)
  const section = named ?? places[0]?.section ?? mainForm(view)?.id ?? ''
  const step = places.find((place) => place.section === section)?.step ?? ''
  const attribution = carried(view.attribution, entries, host.landing())
  const previous = last(control.previous)
  const posted = { view, section, step, entries: () => entries, attribution, signal: never }
  const turn = (await takeLater(host, posted)) ?? (await takeAddresses(host, posted)) ?? (await takeTurn(host, posted))
  const outcome = await withAddresses(host, turn)
  if (outcome.kind === 'gone') return { answered: null, status: 404 }
  if (outcome.kind === 'leave') return { location: withTest(outcome.path, outcome.test) }
  if (outcome.kind === 'show') {
    const state = { attribution, previous, visit: host.visit?.(), ...outcome.state }
    return { answered: { section, state }, status: outcome.status }
  }
  if (outcome.redirect !== undefined) return { location: outcome.redirect }
  const address = addressAfter(view, places.filter(isSent), section, outcome.step)
  return { location: withTest(address, outcome.test) }
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
  const needs = forms.flatMap(({ form }) => [...(form.needs ?? []), ...stepNeeds(upTo(form, form.steps[0]?.id).steps)])
  const parts = [
    'app/entry-client.tsx',
    ...(mainForm(view) ? [] : ['sections/section-files.ts', 'layout/FrameParts.tsx']),
    ...kindsOf(drawn).map((kind) => `sections/${sectionFile(kind)}`),
    ...(needs.length > 0 ? ['shims/part-files.ts', ...needs.map((need) => partSources[need])] : []),
  ]
  return {
    styleSheet: address(manifest['style.css']?.file ?? ''),
    lateStyles: address(manifest['late.css']?.file ?? ''),
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
