import { presetAnswers } from '#engine/form/journey'
import type { Answers } from '#engine/form/model'
import { categoryProblems, type DefinitionProblem, didYouMean, languagesOf, reference } from '#engine/library'
import type { CalculatorSection } from '#schemas/generated/sections/calculator.ts'
import type { ConfirmationSection } from '#schemas/generated/sections/confirmation.ts'
import type { DealsSection } from '#schemas/generated/sections/deals.ts'
import type { FormSection } from '#schemas/generated/sections/form.ts'
import type { OffersSection } from '#schemas/generated/sections/offers.ts'
import type { UnsubscriptionSection } from '#schemas/generated/sections/unsubscription.ts'
import type { Market } from '#schemas/generated/site.ts'
import { type OnwardView, onwardTo } from '../action-target.ts'
import { attributionNames } from '../attribution-names.ts'
import { type ClosedView, closedView } from '../closed-form.ts'
import type { ConsentWords } from '../consent-words.ts'
import { type DealsShown, dealReads, dealsAt, shownMatches, shownPage } from '../deals/deal-query.ts'
import { fold } from '../deals/deal-search.ts'
import type { FormVersion } from '../form-version.ts'
import { addressIn } from '../others/calculator-places.ts'
import { type Answering, answeringAt } from '../partner-answers.ts'
import { recipientsText } from '../placeholders.ts'
import type { SectionKind, SectionPlace, SectionSetting } from '../section-kind.ts'

/** The deals that hold now, page by page, of a shop, or those that a search finds. */
export const deals = {
  check: ({ category }, { library, file, path }) =>
    categoryProblems(category, library.site.value.deals?.categories).map((problem) => ({
      ...{ ...problem, file },
      path: [...path, ...problem.path],
    })),

  reads: dealReads,
  showsDeals: true,
  words: 'deals',

  view({ clickId, ...section }, setting) {
    const { site, locale, shelf } = setting
    const market = site.definition.locales[locale] as Market
    const choices = section.shops ? shelf.shops({ locale, category: section.category }) : []
    return {
      ...section,
      ...shownFor(section, setting, choices, market),
      market,
      choices,
      ...(clickId && { clickId: attributionNames(site.definition)[0] as string }),
    }
  },
} satisfies SectionKind<DealsSection, DealsView>

/** How unsubscribing ended, as the address of its page says it (`?state=`). */
const unsubscriptionStates = ['done', 'mailed', 'unknown', 'invalid'] as const

/** Where e-mails are unsubscribed from. It is the same for every token: only who posts it learns whether it is one. */
export const unsubscription = {
  reads: { token: /^[\w-]{1,100}$/, state: unsubscriptionStates },
  isPrivate: true,

  view({ kind, link, address, ...said }, { asked }) {
    const { title, text, label, button, invalid } = address
    const field = { label, button, error: null }
    const nothing = { kind, link: null, address: null }
    const state = asked.state as UnsubscriptionState | undefined
    if (state === 'done' || state === 'mailed') return { ...nothing, ...said[state] }
    if (state === 'unknown') return { ...nothing, ...said.unknown, address: field }
    if (state === 'invalid') return { ...nothing, title, text, address: { ...field, error: invalid } }
    if (asked.token !== undefined)
      return { ...nothing, title: link.title, text: link.text, link: { button: link.button } }
    return { ...nothing, title, text, address: field }
  },
} satisfies SectionKind<UnsubscriptionSection, Shown>

/** What can have come of pressing the button. */
const states = ['confirmed', 'expired', 'unknown', 'full'] as const

/** The same for every token, so that the page is kept, and looking at it does nothing. */
export const confirmation = {
  reads: { state: states },
  isPrivate: true,
  view({ kind, title, text, button, ...said }, { asked, site, locale }) {
    const state = states.find((each) => each === asked.state)
    const told = { full: site.texts.closedForms(locale).confirmation, ...said }
    return state ? { kind, ...told[state], button: null } : { kind, title, text, button }
  },
} satisfies SectionKind<ConfirmationSection, ConfirmationView>

/** Another company's calculator in a frame. */
export const calculator = {
  check: (section, place) => [...checkLanguages(section, place), ...checkReplaced(section, place)],

  view({ kind, title, text, company, category = 'functional', height = 600, ...section }, { site, locale }) {
    const address = addressIn(section, locale)
    if (address === undefined) return null
    const { calculator: around, categories } = site.texts.consent(locale)
    const named = Object.entries(around).map(([key, words]) => [
      key,
      words.replaceAll('{company}', company).replace('{title}', categories[category].title),
    ])
    const words = Object.fromEntries(named) as CalculatorView['words']
    return { ...{ kind, title, company, address, category, height, words }, ...(text !== undefined && { text }) }
  },
} satisfies SectionKind<CalculatorSection, CalculatorView>

/** The offers of a visitor, at an address of their own; who has no such address sees nothing. */
export const offers = {
  isPrivate: true,
  words: 'offers',
  view: (section) => section,
} satisfies SectionKind<OffersSection, OffersSection>

/** A form, shown step by step. */
export const form = {
  check(section, { page, library, ...place }) {
    const at = { ...place, path: [...place.path, 'form'], on: 'value' as const }
    const definition = library.forms.get(section.form)
    if (definition?.value.draft && !page.draft) {
      const message = `The form "${section.form}" is a draft, so this page would show nothing here. Publish the form, or make the page a draft too.`
      return [{ ...at, message }]
    }
    const others = Object.values(page.sections).filter((other) => other.kind === 'form' && other.form === section.form)
    if (section.screens && others.some((other) => other.kind === 'form' && other.screens !== section.screens)) {
      const message = `This page shows the form "${section.form}" twice, and in two ways. Give both sections the same "screens".`
      return [{ ...at, path: [...place.path, 'screens'], message }]
    }
    const lacking = languagesOf(section, page, library).filter(
      (locale) => definition && !definition.value.locales.includes(locale),
    )
    const message = `The form "${section.form}" is not offered in ${lacking.join(', ')}, but this page is. Add the language to the form or take it from the page.`
    return [...reference(library, 'forms', section.form, at), ...(lacking.length > 0 ? [{ ...at, message }] : [])]
  },

  view({ form: id, main, preset }, setting): FormSectionView | null {
    const { site, page, locale, brand } = setting
    const version = site.forms.version(id, locale, page)
    if (!version) return null
    const chosen = preset && { preset: presetAnswers(version.form, preset) }
    const recipientsOf = (form: string) => recipientsText(site, { form, locale, brand, page })
    const closed = closedView(version, setting, recipientsOf)
    const own = { ...(main !== undefined && { main }), ...chosen, ...version, recipients: recipientsOf(id) }
    const answers = version.form.offers && { answers: answeringAt(site, { form: id, locale, brand, page }) }
    const { receipt, subscription } = version.form
    const inbox = site.brands.byId(brand).sender ?? site.texts.company(locale)?.email
    const withdrawBy = inbox !== undefined && !receipt && !subscription && { withdrawBy: inbox }
    const { to } = version.form.thankYou?.link ?? {}
    const onward = to !== undefined && { onward: onwardTo(setting, to) }
    return { kind: 'form', ...own, ...answers, ...withdrawBy, ...onward, ...(closed && { closed }) }
  },
} satisfies SectionKind<FormSection, FormSectionView>

/** A form as its page shows it. */
export interface FormSectionView extends Pick<FormSection, 'kind' | 'main'>, FormVersion {
  preset?: Answers
  /** Who gets the answers, as a text with links. */
  recipients?: string
  /** How those partners answer, where the form asks them for offers. */
  answers?: Answering
  /** The company's address, where no mail comes that a visitor could withdraw by answering. */
  withdrawBy?: string
  /** What is known of the page that the thanks lead to. */
  onward?: OnwardView
  /** What the page shows instead while it takes no leads. */
  closed?: ClosedView
}

/** A calculator as its page shows it. */
interface CalculatorView extends Pick<CalculatorSection, 'kind' | 'title' | 'text' | 'company'> {
  address: string
  category: NonNullable<CalculatorSection['category']>
  /** CSS pixels */
  height: number
  words: ConsentWords['calculator']
}

function checkLanguages({ addresses = {} }: CalculatorSection, { page, library: _, ...at }: SectionPlace) {
  return Object.keys(addresses).flatMap((locale): DefinitionProblem[] => {
    if (page.locales.includes(locale)) return []
    const message = `This page is not offered in "${locale}", so visitors would not see this calculator. Remove it, or add the language to the page.`
    return [{ ...at, path: [...at.path, 'addresses', locale], on: 'key', message }]
  })
}

/** What it replaces is a form of the page, which no other calculator replaces in the same language. */
function checkReplaced(
  { replaces, addresses = {} }: CalculatorSection,
  { page, library: _, ...at }: SectionPlace,
): DefinitionProblem[] {
  if (replaces === undefined) return []
  const sections = Object.entries(page.sections)
  const forms = sections.filter(([, { kind }]) => kind === 'form').map(([id]) => id)
  const problem = (message: string) => [{ ...at, path: [...at.path, 'replaces'], on: 'value' as const, message }]
  if (!forms.includes(replaces)) {
    const hint = forms.length === 0 ? ' Take it out.' : didYouMean(replaces, forms)
    return problem(`This page has no form section "${replaces}".${hint}`)
  }
  const own = at.path.at(-1)
  const earlier = sections.slice(
    0,
    sections.findIndex(([id]) => id === own),
  )
  for (const [id, other] of earlier) {
    if (other.kind !== 'calculator' || other.replaces !== replaces) continue
    const both = Object.keys(addresses).filter((locale) => addressIn(other, locale) !== undefined)
    if (both.length > 0)
      return problem(`In ${both.join(', ')} "${id}" already replaces "${replaces}". Keep one of them.`)
  }
  return []
}

/** The button, or what came of pressing it; which, the address says. */
interface ConfirmationView {
  kind: 'confirmation'
  title: string
  text: string
  /** null once it was pressed. */
  button: string | null
}

export type UnsubscriptionState = (typeof unsubscriptionStates)[number]

/** What is said, and what there is to press: a button alone, a field with one, or nothing. */
interface Shown {
  kind: UnsubscriptionSection['kind']
  title: string
  text: string
  link: { button: string } | null
  /** `error`: what is wrong with what was typed. */
  address: { label: string; button: string; error: string | null } | null
}

/** What a section with deals shows, and what a browser needs that shows others of them. */
interface DealsView extends Omit<DealsSection, 'clickId'>, DealsShown {
  market: Market
  /** The shops to choose from. */
  choices: readonly string[]
  /** The parameter under which the visitor's click id goes along. */
  clickId?: string
}

function shownFor(
  section: DealsSection,
  { asked, locale, shelf }: SectionSetting,
  choices: readonly string[],
  market: Market,
): DealsShown {
  const shown = { locale, market }
  const at = dealsAt(asked, section)
  if (at.term !== null) return shownMatches(section, at, shelf.search({ term: at.term, locale }), shown)
  const { category, limit } = section
  const shop = at.shop === null ? null : (choices.find((name) => fold(name) === fold(at.shop ?? '')) ?? '')
  const sort = at.sort ?? undefined
  const pageAt = (page: number) => shelf.page({ locale, category, limit, page, sort, ...(shop !== null && { shop }) })
  const page = pageAt(at.page)
  // A page that there is none of is the first.
  const isBeyond = at.page > page.totalPages
  return shownPage(section, { ...at, shop, page: isBeyond ? 1 : at.page }, isBeyond ? pageAt(1) : page, shown)
}
