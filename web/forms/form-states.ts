import {
  drawnOrder,
  type Ending,
  type Entries,
  firstTurn,
  journey,
  prefilled,
  resume,
  type Turn,
  withChosenGroups,
} from '#engine/form/journey'
import type { Attribution, TestReason } from '#engine/form/lead'
import type { Answers } from '#engine/form/model'
import { hereId } from '#engine/react'
import {
  addressWith,
  done,
  type Ended,
  type FormPlace,
  type FormVersion,
  formSections,
  held,
  isOfFrame,
  isSent,
  mainForm,
  moved,
  type PageHost,
  type PageView,
  placesIn,
  testIn,
} from '#engine/site'
import { type FormState, type PageData, viewOfResults } from '#web/page'

/** A page as its address and the drafts of its forms say. */
export function pageData(
  view: PageView,
  host: Pick<PageHost, 'drafts' | 'today' | 'isLocal' | 'random' | 'sent'>,
  search: URLSearchParams,
  results: PageData['results'] = null,
): PageData {
  const named = placesIn(view, search)
  const places = host.drafts ? named : named.filter(isSent)
  const acted = places[0]?.section ?? null
  const focused = acted ?? mainForm(view)?.id
  // A frame in another site keeps nothing.
  const reference = () => host.sent?.reference(view.path) ?? null
  const sent = view.embed ? undefined : places.find((place) => isSent(place) && !isOfFrame(place.section))?.section
  const forms = formSections(view).map(({ id, form, hash, preset, closed }) => {
    const place = places.find(({ section }) => section === id) ?? { section: id, step: null }
    const state = formState(
      host.today({ form, hash }),
      // Its draft is kept, and not shown.
      closed ? {} : host,
      { ...(closed && place.step !== null && !isSent(place) ? { section: id, step: null } : place), page: view.id },
      { ...preset, ...drawnOrder(form, host.random), ...prefilled(form, search) },
      id === sent ? reference() : null,
    )
    return [id, { ...state, arrives: state.isBegun && id === focused }] as const
  })
  const test = host.isLocal ? testIn(search) : null
  return {
    view: withReference(viewOfResults(view, results), reference),
    forms: Object.fromEntries(forms),
    places,
    acted,
    test,
    results,
  }
}

/** A page that says thanks for a form of another says the reference too. */
function withReference(view: PageView, reference: () => string | null): PageView {
  const isThanks = view.sections.some(({ kind }) => kind === 'sent')
  const said = isThanks ? reference() : null
  if (said === null) return view
  const sections = view.sections.map((section) => (section.kind === 'sent' ? { ...section, reference: said } : section))
  return { ...view, sections }
}

type Place = (FormPlace | { section: string; step: null }) & { page: string }

/** @param reference of what was sent last from the page, where its browser kept it and this form was it */
function formState(
  version: FormVersion,
  host: Pick<PageHost, 'drafts'>,
  place: Place,
  given: Answers,
  reference: string | null,
): FormState {
  const { form } = version
  const { step } = place
  if (step !== null && isSent(place)) {
    const ending = { ...endingIn(step), ...(reference !== null && { reference }) }
    return sentState(version, host.drafts?.ending(place, form) ?? ending)
  }
  const draft = host.drafts?.find(place, form) ?? null
  if (!draft) return freshState(version, given)
  const { answers, key, isBegun = false, isUnsent = false } = draft
  // Whoever sent it already is brought back to the button.
  const last = journey(form, answers).steps.at(-1)?.id ?? null
  const turn = show(resume(form, answers, step ?? (isUnsent ? last : null)))
  const outcome = isUnsent && turn.step === last ? 'unsent' : 'open'
  return { version: withOptionsOf(version, answers), turn, key, isBegun, arrives: false, outcome }
}

/**
 * The address of a page after a form of it has acted. It leads to what takes the focus, where the form stays in its page.
 * @param step null where the form begins again
 */
export function addressAfter(view: PageView, places: readonly FormPlace[], section: string, step: string | null) {
  const here = mainForm(view)?.id === section ? '' : step === null ? `#${section}` : `#${hereId(section)}`
  return addressWith(view, moved(places, section, step)) + here
}

/** A form that was not begun yet. */
export function freshState(version: FormVersion, given: Answers = {}): FormState {
  const turn = show(firstTurn(version.form, given))
  return {
    ...{ version: withOptionsOf(version, given), turn, key: null },
    ...{ isBegun: false, arrives: false, outcome: 'open' },
  }
}

/** A form as its page goes on with it: of lists that are too long for it only what the answers choose. */
export function withOptionsOf({ form, hash }: FormVersion, answers: Answers): FormVersion {
  return { form: withChosenGroups(form, answers), hash }
}

export function sentState(version: FormVersion, ending: Ending, test?: TestReason): FormState {
  return { ...freshState(version), isBegun: true, arrives: true, ending, outcome: 'sent', ...(test && { test }) }
}

/** What the address says of how a form ended: `done`, or `done-` and the id of an alert, or that it is held. */
function endingIn(step: string): Ending {
  const said = step.slice(done.length + 1)
  return said === held ? { alert: null, shown: [], held: true } : { alert: said || null, shown: [] }
}

let turns = 0
const numbers = new WeakMap<Turn, number>()

/** Another turn is another form to React: inputs begin with its answers, and nothing of the last one stays. */
export function turnNumber(turn: Turn): number {
  const known = numbers.get(turn)
  if (known !== undefined) return known
  turns += 1
  numbers.set(turn, turns)
  return turns
}

/** What follows from a turn is shown with its controls, and with what was typed into them since. */
export function keepControls(before: Turn, after: Turn): void {
  numbers.set(after, turnNumber(before))
}

function show(next: Turn) {
  return next as Turn & { kind: 'show' }
}

/** The sections whose forms are drawn anew, wherever they stand, and whether they take the focus. */
type Renewed = ReadonlyMap<string, boolean>

/**
 * A page that follows the one on the screen. A form whose place is the same stays as it is, with what was typed and what
 * is wrong; one that is elsewhere takes the focus. On another page all begin as they are.
 * @param isSameAddress whether nobody went anywhere: the form that acted last still is
 */
export function continued(before: PageData, after: PageData, renewed: Renewed, isSameAddress: boolean): PageData {
  if (before.view.path !== after.view.path) return after
  const gone = movedForms(before, after, renewed)
  const comeBack = takenBy(before) !== null && takenBy(after) === null
  const forms = Object.entries(after.forms).map(([section, state]): [string, FormState] => {
    const shown = before.forms[section]
    if (!shown) return [section, state]
    if (gone.includes(section)) return [section, { ...state, arrives: renewed.get(section) ?? true }]
    // What was not on the screen meanwhile has lost its controls, and what was typed into them is in its draft.
    if (comeBack) {
      const { problems } = shown.turn
      return [section, { ...state, turn: { ...state.turn, problems }, arrives: false }]
    }
    return [section, shown.arrives && !isSameAddress ? { ...shown, arrives: false } : shown]
  })
  return { ...after, forms: Object.fromEntries(forms), acted: (isSameAddress ? before.acted : null) ?? after.acted }
}

/** The sections of a page whose forms stand elsewhere after it; on another page all. */
export function movedForms(before: PageData, after: PageData, renewed: Renewed): string[] {
  const isElsewhere = (section: string) => renewed.has(section) || stepAt(before, section) !== stepAt(after, section)
  return Object.keys(before.forms).filter((section) => before.view.path !== after.view.path || isElsewhere(section))
}

/** The section of the main form, where it was begun and has the page for itself; null otherwise. */
export function takenBy({ view, forms }: PageData): string | null {
  const main = mainForm(view)?.id
  return main !== undefined && forms[main]?.isBegun ? main : null
}

function stepAt({ places }: PageData, at: string): string | null {
  return places.find(({ section }) => section === at)?.step ?? null
}

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

/** The form with its answers, and why it takes no leads. */
export function closedTo(
  version: FormVersion,
  turn: Turn & { kind: 'show' },
  key: string | null,
  closed: string,
): TurnOutcome {
  const known = withOptionsOf(version, turn.answers)
  const state = { version: known, turn, key, isBegun: true, arrives: true, outcome: 'closed', closed } as const
  return { kind: 'show', state, status: 409 }
}

export function shown(
  version: FormVersion,
  turn: Turn & { kind: 'show' },
  key: string | null,
  outcome: FormState['outcome'],
  status: number,
): TurnOutcome {
  const state = { version: withOptionsOf(version, turn.answers), turn, key, isBegun: true, arrives: true, outcome }
  return { kind: 'show', state, status }
}
