import type { PageDefinition } from '#schemas/generated/page.ts'
import type { CalculatorSection } from '#schemas/generated/sections/calculator.ts'

type Sections = PageDefinition['sections']

/** Under which id a page loads the calculator of a section. */
export function calculatorId(page: string, section: string): string {
  return `${page}#${section}`
}

/** The calculator's address in a language; undefined until the operator has set one. */
export function addressIn(
  { addresses = {} }: Pick<CalculatorSection, 'addresses'>,
  locale: string,
): string | undefined {
  return Object.hasOwn(addresses, locale) ? addresses[locale] : undefined
}

/** The sections of a page in its language: a calculator with an address stands in the place of the form that it replaces. */
export function withCalculators(sections: Sections, locale: string): Sections {
  const entries = Object.entries(sections)
  const replacing = entries.flatMap(([id, section]) =>
    section.kind === 'calculator' && section.replaces !== undefined ? [{ id, section, form: section.replaces }] : [],
  )
  if (replacing.length === 0) return sections
  return Object.fromEntries(
    entries.flatMap(([id, section]) => {
      if (replacing.some((each) => each.id === id)) return []
      const calculator = replacing.find((each) => each.form === id && addressIn(each.section, locale) !== undefined)
      return [[id, calculator?.section ?? section]]
    }),
  )
}
