import type { PageDefinition } from '#schemas/generated/page.ts'
import { reference } from './check-references.ts'
import type { DefinitionProblem } from './definition-problem.ts'
import { brandsOf, lackingBrand } from './page-brands.ts'
import type { Library } from './source.ts'

/** Where a page is named that something leads to. */
interface Place {
  page: PageDefinition
  library: Library
  file: string
  path: readonly string[]
}

/** The page behind a button or a card is there for those who see it. */
export function checkTarget(
  id: string,
  section: { locales?: readonly string[] },
  { page, library, ...at }: Place,
): DefinitionProblem[] {
  const target = library.pages.get(id)?.value
  if (!target) return reference(library, 'pages', id, { ...at, on: 'value' })
  const say = (message: string) => [{ ...at, on: 'value' as const, message }]
  if (target.draft && !page.draft)
    return say(`The page "${id}" is a draft, so this leads nowhere. Publish the page, or make this one a draft too.`)
  const lackedBy = lackingBrand(id, target, brandsOf(page, library), library)
  if (lackedBy !== null) return say(lackedBy)
  const lacking = languagesOf(section, page, library).filter((locale) => !target.locales.includes(locale))
  if (lacking.length === 0) return []
  return say(
    `The page "${id}" is not offered in ${lacking.join(', ')}, so this leads nowhere there. Add the language to it, or give this section "locales" without it.`,
  )
}

/** The languages that a section is shown in. That the site has none such is said where the page names it. */
export function languagesOf(
  section: { locales?: readonly string[] },
  page: PageDefinition,
  { site }: Library,
): string[] {
  const isShown = (locale: string) => section.locales?.includes(locale) ?? true
  return page.locales.filter((locale) => isShown(locale) && Object.hasOwn(site.value.locales, locale))
}
