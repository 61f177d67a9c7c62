import { type Ending, firstTurn, journey, prefilled, resume, type Turn } from '#engine/form/journey'
import type { TestReason } from '#engine/form/lead'
import type { Answers } from '#engine/form/model'
import { hereId } from '#engine/react'
import {
  addressWith,
  done,
  type FormPlace,
  type FormVersion,
  formSections,
  held,
  isSent,
  mainForm,
  moved,
  type PageHost,
  type PageView,
  placesIn,
  testIn,
} from '#engine/site'
import type { FormState, PageData } from '#web/page'

/** A page as its address and the drafts of its forms say. */
export function pageData(
  view: PageView,
  host: Pick<PageHost, 'drafts' | 'today' | 'isLocal'>,
  search: URLSearchParams,
): PageData {
  const named = placesIn(view, search)
  const places = host.drafts ? named : named.filter(isSent)
  const acted = places[0]?.section ?? null
  const focused = acted ?? mainForm(view)?.id
  const forms = formSections(view).map(({ id, form, hash, preset }) => {
    const place = places.find(({ section }) => section === id) ?? { section: id, step: null }
    const state = formState(
      host.today({ form, hash }),
      host,
      { ...place, page: view.id },
      { ...preset, ...prefilled(form, search) },
    )
    return [id, { ...state, arrives: state.isBegun && id === focused }] as const
  })
  const test = host.isLocal ? testIn(search) : null
  return { view, forms: Object.fromEntries(forms), places, acted, test }
}

type Place = (FormPlace | { section: string; step: null }) & { page: string }

function formState(version: FormVersion, host: Pick<PageHost, 'drafts'>, place: Place, given: Answers): FormState {
  const { form } = version
  const { step } = place
  if (step !== null && isSent(place)) return sentState(version, host.drafts?.ending(place, form) ?? endingIn(step))
  const draft = host.drafts?.find(place, form) ?? null
  if (!draft) return freshState(version, given)
  const { answers, key, isBegun = false, isUnsent = false } = draft
  // Whoever sent it already is brought back to the button.
  const last = journey(form, answers).steps.at(-1)?.id ?? null
  const turn = show(resume(form, answers, step ?? (isUnsent ? last : null)))
  const outcome = isUnsent && turn.step === last ? 'unsent' : 'open'
  return { version, turn, key, isBegun, arrives: false, outcome }
}

/**
 * The address of a page after a form of it has acted. It leads to what takes the focus, where the form stays in its page.
 * @param step null where the form begins anew
 */
export function addressAfter(view: PageView, places: readonly FormPlace[], section: string, step: string | null) {
  const here = mainForm(view)?.id === section ? '' : step === null ? `#${section}` : `#${hereId(section)}`
  return addressWith(view, moved(places, section, step)) + here
}

/** A form that nobody has begun. */
export function freshState(version: FormVersion, given: Answers = {}): FormState {
  const turn = show(firstTurn(version.form, given))
  return { version, turn, key: null, isBegun: false, arrives: false, outcome: 'open' }
}

export function sentState(version: FormVersion, ending: Ending, test?: TestReason): FormState {
  return { ...freshState(version), isBegun: true, arrives: true, ending, outcome: 'sent', ...(test && { test }) }
}

/** What the address says of how a form ended: `done`, or `done-` and the id of an alert, or that it is held. */
function endingIn(step: string): Ending {
  const said = step.slice(done.length + 1)
  return said === held ? { alert: null, shown: null, held: true } : { alert: said || null, shown: null }
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
