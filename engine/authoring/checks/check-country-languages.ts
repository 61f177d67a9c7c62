import { isCountry, unknownCountry } from '../../library/check-market.ts'
import type { DefinitionProblem } from '../../library/definition-problem.ts'
import { whichLanguage } from '../../library/languages.ts'
import type { Library } from '../../library/source.ts'

/** The countries that the site adds exist, and lead to a language that it has. */
export function checkCountryLanguages({ site: { file, value } }: Library): DefinitionProblem[] {
  const known = Object.keys(value.locales)
  return Object.entries(value.countries ?? {}).flatMap(([country, locale]): DefinitionProblem[] => {
    const at = { file, path: ['countries', country] }
    if (!isCountry(country)) return [{ ...at, on: 'key', message: unknownCountry(country) }]
    if (known.includes(locale)) return []
    return [{ ...at, on: 'value', message: `The site has no language "${locale}".${whichLanguage(locale, known)}` }]
  })
}
