import { type DefinitionProblem, didYouMean } from '#engine/library'
import type { CalculatorSection } from '#schemas/generated/sections/calculator.ts'
import type { ConsentWords } from '../consent-words.ts'
import { addressIn } from '../others/calculator-places.ts'
import type { SectionKind, SectionPlace } from '../section-kind.ts'

/** A calculator as its page shows it. */
export interface CalculatorView extends Pick<CalculatorSection, 'kind' | 'title' | 'text' | 'company'> {
  address: string
  category: NonNullable<CalculatorSection['category']>
  /** CSS pixels */
  height: number
  words: ConsentWords['calculator']
}

/** Another company's calculator in a frame. */
export const calculator = {
  check: (section, place) => [...checkLanguages(section, place), ...checkReplaced(section, place)],

  view({ kind, title, text, company, category = 'functional', height = 600, ...section }, { catalog, locale }) {
    const address = addressIn(section, locale)
    if (address === undefined) return null
    const { calculator: around, categories } = catalog.texts.consent(locale)
    const named = Object.entries(around).map(([key, words]) => [
      key,
      words.replaceAll('{company}', company).replace('{title}', categories[category].title),
    ])
    const words = Object.fromEntries(named) as CalculatorView['words']
    return { ...{ kind, title, company, address, category, height, words }, ...(text !== undefined && { text }) }
  },
} satisfies SectionKind<CalculatorSection, CalculatorView>

function checkLanguages({ addresses = {} }: CalculatorSection, { page, library: _, ...at }: SectionPlace) {
  return Object.keys(addresses).flatMap((locale): DefinitionProblem[] => {
    if (page.locales.includes(locale)) return []
    const message = `This page is not offered in "${locale}", so nobody would see this calculator. Take it out, or add the language to the page.`
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
      return problem(`In ${both.join(', ')} "${id}" stands in the place of "${replaces}" already. Keep one of them.`)
  }
  return []
}
