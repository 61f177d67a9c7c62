import type { PageDefinition } from '#schemas/generated/page.ts'
import type { DefinitionProblem, ProblemIn } from './definition-problem.ts'
import { didYouMean } from './did-you-mean.ts'
import { folders } from './folders.ts'
import { whichLanguage } from './languages.ts'
import type { Definitions, Library } from './source.ts'

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
  const lackedBy = lackingBrand(id, target, drawingAllLinks(brandsOf(page, library), library), library)
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

/** The brands that show a page, by id: those it names, or all. */
export function brandsOf({ brands }: Pick<PageDefinition, 'brands'>, library: Pick<Library, 'brands'>): string[] {
  return brands ?? [...library.brands.keys()]
}

/** Of some brands those that draw each link, wherever it leads: a brand that names its pages leaves links to others out. */
export function drawingAllLinks(brands: readonly string[], library: Pick<Library, 'brands'>): string[] {
  return brands.filter((brand) => !library.brands.get(brand)?.value.pages)
}

/**
 * Says that a page is not there for everybody who is led to it; null when it is.
 * @param from the brands that lead to it
 */
export function lackingBrand(
  id: string,
  target: PageDefinition,
  from: readonly string[],
  library: Library,
): string | null {
  const shown = brandsOf(target, library)
  const lacking = from.filter((brand) => library.brands.has(brand) && !shown.includes(brand))
  if (lacking.length === 0) return null
  const namesPages = lacking.some((brand) => library.brands.get(brand)?.value.pages)
  const remedy = namesPages ? `Add the page to the brand's "pages"` : `Add the brand to the page's "brands"`
  return `The page "${id}" is not shown by the brand ${lacking.join(', ')}, so this leads nowhere there. ${remedy}, or take this out for it.`
}

/** A problem unless a file of that id exists. One of the wrong shape has had its own problem already. */
export function reference(
  library: Library,
  folder: keyof Definitions,
  id: string,
  at: Pick<DefinitionProblem, 'file' | 'path' | 'on'>,
  what = folder.slice(0, -1),
): DefinitionProblem[] {
  if (library[folder].has(id) || library.broken.has(`${folder}/${id}`)) return []
  const known = [...library[folder].keys()]
  const hint =
    known.length === 0
      ? ` There is none yet: write ${folder}/${id}.${folders[folder].isTable ? 'csv' : 'json'}.`
      : didYouMean(id, known)
  return [{ ...at, message: `There is no ${what} "${id}".${hint}` }]
}

/** A problem for each language the site does not have. */
export function knownLocales(
  library: Library,
  locales: readonly string[],
  at: { file: string; path: readonly string[] },
): DefinitionProblem[] {
  const known = Object.keys(library.site.value.locales)
  return locales.flatMap((locale, index) => {
    if (known.includes(locale)) return []
    const message = `The site has no language "${locale}".${whichLanguage(locale, known)} Languages are declared in site.json.`
    return [{ file: at.file, path: [...at.path, String(index)], on: 'value' as const, message }]
  })
}

/** A category that is none of those that the site lists. */
export function categoryProblems(category: string | undefined, known: readonly string[] | undefined): ProblemIn[] {
  if (category === undefined || (known?.includes(category) ?? true)) return []
  const message = `There is no category "${category}" in site.json.${didYouMean(category, known ?? [])}`
  return [{ path: ['category'], on: 'value', message }]
}
