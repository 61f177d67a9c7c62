import { brandsOf, type DefinitionProblem, type Entry, type Library, reference, whichLanguage } from '#engine/library'
import { pagePath } from '#engine/site'
import type { PageDefinition } from '#schemas/generated/page.ts'

/** What a page leaves out of its menu of languages would be there otherwise, and where that leads to elsewhere there is a page. */
export function checkLanguageMenu({ file, value }: Entry<PageDefinition>, library: Library): DefinitionProblem[] {
  const { locales, languageMenu } = value
  const { fallbackPage } = languageMenu ?? {}
  const at = { file, path: ['languageMenu', 'fallbackPage'], on: 'value' as const }
  const gone = fallbackPage === undefined ? [] : reference(library, 'pages', fallbackPage, at)
  const idle = (languageMenu?.exclude ?? []).flatMap((locale, index) => {
    if (locales.includes(locale)) return []
    const message = `The page is not offered in "${locale}", so its menu does not lead there anyway.${whichLanguage(locale, locales)}`
    return [{ file, path: ['languageMenu', 'exclude', String(index)], on: 'value' as const, message }]
  })
  return [...gone, ...idle]
}

/** Where / leads there is a page, whatever the brand. */
export function checkRootRedirect(library: Library): DefinitionProblem[] {
  const { file, value: site } = library.site
  // Of a page that cannot be read nobody knows the address.
  const isKnown = ![...library.broken].some((key) => key.startsWith('pages/'))
  if (!site.rootRedirect || !isKnown) return []
  const { path } = site.rootRedirect
  const pages = [...library.pages.values()].filter(({ value }) => !value.draft)
  const shown = pages.flatMap(({ value }) =>
    value.locales.some((locale) => pagePath(site, value, locale) === path) ? brandsOf(value, library) : [],
  )
  const lacking = brandsOf({}, library).filter((brand) => !shown.includes(brand))
  if (lacking.length === 0) return []
  const whose = shown.length === 0 ? '' : ` of the brand ${lacking.join(', ')}`
  const message = `No page${whose} has the address ${path}, so / would lead nowhere. Name the address of a page that every brand shows.`
  return [{ file, path: ['rootRedirect', 'path'], on: 'value', message }]
}
