import type { DefinitionProblem } from '../../library/definition-problem.ts'
import { didYouMean } from '../../library/did-you-mean.ts'
import type { Library } from '../../library/source.ts'

/** Languages name companies that there are. */
export function checkCompanies({ site: { file, value } }: Library): DefinitionProblem[] {
  const known = Object.keys(value.companies ?? {})
  return Object.entries(value.locales).flatMap(([locale, { company }]) => {
    if (company === undefined || known.includes(company)) return []
    const message = `There is no company "${company}".${didYouMean(company, known)} Companies are declared in "companies".`
    return [{ file, path: ['locales', locale, 'company'], on: 'value' as const, message }]
  })
}
