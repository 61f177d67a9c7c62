import type { PageDefinition } from '#schemas/generated/page.ts'
import type { DefinitionProblem } from '../../library/definition-problem.ts'
import type { Entry, Library } from '../../library/source.ts'
import { codesOf } from '../../site/heads/language-codes.ts'

/** Tags of other languages than theirs, and titles for languages that a page does not have. */
export function checkHeads(library: Library): DefinitionProblem[] {
  const { site, pages } = library
  const tags = Object.entries(site.value.locales).flatMap(([locale, { iso, country }]): DefinitionProblem[] => {
    if (iso === undefined || iso.startsWith(`${locale}-`)) return []
    const message = `"${iso}" is another language than "${locale}". Write "${locale}-${country}", or the country where it is written so.`
    return [{ file: site.file, path: ['locales', locale, 'iso'], on: 'value', message }]
  })
  return [...tags, ...[...pages.values()].flatMap((page) => strayCodes(page, library))]
}

function strayCodes({ file, value }: Entry<PageDefinition>, { site }: Library): DefinitionProblem[] {
  const known = new Set(value.locales.flatMap((locale) => codesOf(site.value, locale)))
  return (['titles', 'descriptions'] as const).flatMap((key) =>
    Object.keys(value[key] ?? {}).flatMap((code): DefinitionProblem[] => {
      if (known.has(code)) return []
      const message = `The page has no language "${code}" or of that country, so nobody reads this. Known: ${[...known].sort().join(', ')}.`
      return [{ file, path: [key, code], on: 'key', message }]
    }),
  )
}
