import { type Landing, prefilled } from '#engine/form/journey'
import type { TestReason } from '#engine/form/lead'
import { optionOrder } from '#engine/form/model'
import { memoizeByObject } from '#engine/form/values'
import { writtenSections } from './addresses/path-table.ts'
import { pagePath } from './addresses/paths.ts'
import type { PageView, SectionView } from './page-view.ts'
import type { Site } from './site.ts'

/** Where a form of a page stands: its section, and the id of its step, or how it was sent. */
export interface FormPlace {
  section: string
  step: string
}

/** The names and values of an address, in order. */
type Search = Iterable<readonly [name: string, value: string]>

export type FormSectionView = Extract<SectionView, { kind: 'form' }>

/** The step of a form that is sent. No step has this id (engine/authoring/checks/form/check-form.ts). */
export const done = 'done'

/** What of a page shows forms. */
type Shown = Pick<PageView, 'sections' | 'frame'>

/**
 * The sections of a page that show a form, and the forms of its frame, which are like such sections. The waiting list of a
 * form that takes no leads is one of its own.
 */
export function formSections(view: Shown): FormSectionView[] {
  const found = known.get(view) ?? findForms(view)
  known.set(view, found)
  return found
}

const known = new WeakMap<Shown, FormSectionView[]>()

function findForms({ sections, frame }: Shown): FormSectionView[] {
  const ofFrame = [frame.footer?.newsletter ?? [], frame.popup ?? []].flat()
  const shown: FormSectionView[] = [...sections.filter((section) => section.kind === 'form'), ...ofFrame]
  return shown.flatMap((section) => [section, section.closed?.waitingList ?? []].flat())
}

/**
 * The section whose form takes the page over once it is begun: the one that says so, or the first that does not refuse;
 * undefined where there is none.
 */
export function mainForm(view: Shown): FormSectionView | undefined {
  const forms = formSections(view)
  return forms.find(({ main }) => main === true) ?? forms.find(({ main }) => main !== false)
}

/**
 * The section whose saved form an address or a posted step wants to open; undefined where the page has none that can be
 * saved. Such a page is nobody else's, and no script of another company may see it.
 */
export function openedForm(view: Shown, isAsked: boolean): FormSectionView | undefined {
  const main = isAsked ? mainForm(view) : undefined
  return main?.form.saveAndResume && main
}

/** The parameter of a mailed link. */
export const linkToken = 'token'

/** How an address names the end of a form that is held, in place of an alert: no alert has this id. */
export const held = '-held'

/** `done`, or `done-` and the id of the alert that is shown in place of the thanks, or what says that the form is held. */
export function isSent({ step }: FormPlace): boolean {
  return step.split('-')[0] === done
}

/** The parameter by which the address of thanks says why the lead is a test. */
const testName = 'test'

/** Why the lead is a test that an address thanks for. */
export function testIn(search: Search): TestReason | null {
  const named = [...search].find(([name]) => name === testName)?.[1]
  return named === 'phone' || named === 'draft' ? named : null
}

/** An address that says why the lead is a test, where it is one. */
export function withTest(address: string, test: TestReason | undefined): string {
  if (test === undefined) return address
  const [, before = '', place = ''] = /^([^#]*)(.*)$/.exec(address) ?? []
  return `${before}${before.includes('?') ? '&' : '?'}${testName}=${test}${place}`
}

/**
 * Where an address says that the forms of a page stand, the one that acted last first: `?form=news&step=you` names a
 * section, `?step=you` means the main form. What is no form of the page says nothing.
 */
export function placesIn(view: Shown, search: Search): FormPlace[] {
  const known = formSections(view).map(({ id }) => id)
  const main = mainForm(view)?.id ?? ''
  const places = new Map<string, string>()
  let section = main
  for (const [name, value] of search) {
    if (name === 'form') section = value
    if (name !== 'step') continue
    if (known.includes(section) && !places.has(section)) places.set(section, value)
    section = main
  }
  return [...places].map(([section, step]) => ({ section, step }))
}

/** The same places after a form has acted. @param step null where it begins anew */
export function moved(places: readonly FormPlace[], section: string, step: string | null): FormPlace[] {
  const others = places.filter((place) => place.section !== section)
  return step === null ? others : [{ section, step }, ...others]
}

/** The address of a page, as it was asked for, with its forms at these places. */
export function addressWith(view: Shown & Pick<PageView, 'path' | 'asked'>, places: readonly FormPlace[]): string {
  const main = mainForm(view)?.id
  const asked = Object.entries(view.asked).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  const placed = places.flatMap(({ section, step }) => [
    ...(section === main ? [] : [`form=${section}`]),
    `step=${encodeURIComponent(step)}`,
  ])
  const pairs = [...asked, ...placed]
  return pairs.length === 0 ? view.path : `${view.path}?${pairs.join('&')}`
}

/** Whether a page is one visitor's alone: its address answers a question, or options are in another order for each visit. */
export function isOneVisitors(view: Shown, landing: Landing): boolean {
  return formSections(view).some(
    ({ form }) => Object.keys(prefilled(form, landing)).length > 0 || form.hidden?.some(({ id }) => id === optionOrder),
  )
}

/**
 * What a page that is the same for everybody shows of an address: nothing (''), or that one form was sent, by its section.
 * null for the rest, which could be made up a thousand ways: several forms, or how one ended for some answers.
 */
export function shownOf(view: Shown, search: Search): string | null {
  const asked = [...search]
  if (testIn(asked) !== null) return null
  const [first, ...more] = placesIn(view, asked).filter(isSent)
  if (!first) return ''
  return more.length === 0 && first.step === done ? first.section : null
}

const places = memoizeByObject<string | null>()

/** The path of a brand's first page with a section of a kind, in a language; null where it has none. */
export function placeOfKind(site: Site, kind: string, brand: string, locale: string): string | null {
  return places(site, `${kind} ${brand} ${locale}`, () => {
    const found = site.pages
      .ofBrand(brand)
      .find((at) => at.locale === locale && writtenSections(at).some(([, section]) => section.kind === kind))
    return found ? pagePath(site.definition, found.written, locale) : null
  })
}
