import type { AddressHelp, Ending, Turn } from '#engine/form/journey'
import type { Attribution, TestReason } from '#engine/form/lead'
import {
  type FormPlace,
  type FormVersion,
  type FoundPage,
  goneResults,
  mainForm,
  type PageView,
  type ResultsView,
  type SectionView,
} from '#engine/site'

/** What a page draws from: its view, and where each of its forms stands. */
export interface PageData {
  view: PageView
  /** By section. */
  forms: Readonly<Record<string, FormState>>
  /** Where the address says that forms stand. A server keeps no answers, so there it says only which were sent. */
  places: readonly FormPlace[]
  /** The section whose form acted last, which the title tells of; null while none has. */
  acted: string | null
  /** Why the lead is a test that was sent last; null where it is none, and for visitors from elsewhere. */
  test: TestReason | null
  /** The visitor's offers, where the page shows them. */
  results: FoundPage['results'] | null
}

/** A form's state is in the page: the posted answers come back with every reply. */
export interface FormState {
  /** The form as the visitor began it; it may have changed since. */
  version: FormVersion
  turn: Turn & { kind: 'show' }
  /** The idempotency key of this filling; none before the first POST, so that the page can be cached. */
  key: string | null
  /** Whether a step of it was posted. */
  isBegun: boolean
  /** Whether the visitor comes here from another step, so that it takes the focus. */
  arrives: boolean
  /** What the visitor's first address said, where the page itself carries it from step to step. */
  attribution?: Attribution
  /** The token of the results page whose answers are changed, where the page itself carries it from step to step. */
  previous?: string | undefined
  /** The token of the visit, by which its steps are counted. */
  visit?: string | undefined
  /** Where the visitor goes on later, or comes back to. */
  later?: Later
  /** What is known of the towns and streets that its step asks for. */
  help?: AddressHelp
  /** Once it is sent. */
  ending?: Ending
  /** The form's estimate for these answers, in words; set by a server, and computed again in a browser. */
  estimate?: string
  /** Why the form takes no leads now, where that is the outcome. */
  closed?: string
  /** Why the lead is a test, where the reply itself says so and not the address. */
  test?: TestReason
  /**
   * `unsent`: the visitor comes back to a form that was on its way. `stopped`: it is no longer sent, and the step on the
   * screen stays as it is.
   */
  outcome: 'open' | 'sent' | 'changed' | 'closed' | 'busy' | 'unknown' | 'undelivered' | 'unsent' | 'stopped'
}

/** How far a visitor is who saves a form, or who opens a saved one. */
export type Later =
  /** Asked where to mail the link. */
  | { kind: 'address'; address: string; problem: 'invalid' | 'busy' | null }
  /** The link is on its way, or saved and delayed until the address may get another mail. */
  | { kind: 'mailed' | 'delayed'; address: string }
  /** Came by a link: has a button to press, or, on another device, a question to answer. */
  | { kind: 'link'; token: string; asks: 'name' | 'email' | null; problem: 'wrong' | 'busy' | null }
  /** Came by a link that leads nowhere any more. */
  | { kind: 'gone' }

/** What became of a posted step. */
export interface Answered {
  section: string
  state: FormState
}

/** The page after a step was posted that leads to no other address. */
export function withAnswered(page: PageData, { section, state }: Answered): PageData {
  return { ...page, forms: { ...page.forms, [section]: state }, acted: section, test: state.test ?? null }
}

/** The home page in the language of a page: addresses of all languages but the first begin with theirs. */
export function homeOf({ locale, path }: Pick<PageView, 'locale' | 'path'>): string {
  return path.split('/')[1] === locale ? `/${locale}` : '/'
}

/** The promise next to the page's main form: a hero right before it. */
export function promiseBeside(view: PageView): Extract<SectionView, { kind: 'hero' }> | undefined {
  const main = mainForm(view)?.id
  const before = view.sections[view.sections.findIndex(({ id }) => id === main) - 1]
  return main !== undefined && before?.kind === 'hero' ? before : undefined
}

/**
 * “Your quotes (3) – Compare home insurance – Leadwright”, as many as there are by now.
 * @param t says `offers:` too
 */
export function resultsTitle(
  t: (key: string, values: { quotes: number }) => string,
  { form, offers }: ResultsView,
  brand: Pick<PageView['brand'], 'title'>,
): string {
  const quotes = offers.length
  return [t(quotes > 0 ? 'offers:titleWith' : 'offers:title', { quotes }), form.title, brand.title].join(' – ')
}

const shared = new WeakMap<PageView, PageView>()

/** The view of a page of results as its visitor has it: at their own address in every language. */
export function viewOfResults(view: PageView, results: PageData['results']): PageView {
  // A browser shows again what it shows already.
  if (!results || results === goneResults || shared.has(view)) return view
  const own = (path: string) => `${path}/${results.token}`
  const paths = new Set(view.alternates.map(({ path }) => path))
  const at = <T extends { path: string }>(link: T) => (paths.has(link.path) ? { ...link, path: own(link.path) } : link)
  const shown = {
    ...view,
    path: own(view.path),
    alternates: view.alternates.map(at),
    languages: { ...view.languages, others: view.languages.others.map(at) },
  }
  shared.set(shown, view)
  return shown
}

/** The view that all visitors of a page share. */
export function sharedView(view: PageView): PageView {
  return shared.get(view) ?? view
}
