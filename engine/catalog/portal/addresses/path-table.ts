import { plainWords, withTargets } from '#engine/core/definition/links.ts'
import { forLocale } from '#engine/core/definition/locale-tree.ts'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { PageDefinition } from '#schemas/generated/page.ts'
import type { Market } from '#schemas/generated/site.ts'
import { withFacts } from '../../facts/with-facts.ts'
import { linkTarget, marketOf } from '../../form-version.ts'
import { type TitledPage, titled } from '../../heads/titled.ts'
import type { Library } from '../../sources/source.ts'
import { translated } from '../../words/translated.ts'
import { brandsOf } from '../page-brands.ts'
import { localePath, pagePath } from './paths.ts'

/** A page in one language; a form without a page has one of its own at /forms/<id>. */
export interface PageAt {
  id: string
  locale: string
  page: TitledPage
  /** The id of the page that this one is a variant of. */
  variantOf?: string
}

/** What stands at each path, by brand. */
export type PathTable<T> = ReadonlyMap<string, ReadonlyMap<string, T>>

/** Every page in each of its languages: a form's own, at /forms/<id> on all brands, then the pages. */
export function placedPages(library: Library): PageAt[] {
  const ofForms = [...library.forms].flatMap(([id, { value }]) => {
    if (value.draft) return []
    return value.locales.map((locale) => ({ id: `form:${id}`, locale, page: ownPage(library, id, locale) }))
  })
  const ofPages = publicPages(library).flatMap(([id, { value, variantOf }]) =>
    value.locales.map((locale) => {
      const words = forLocale(translated(library, 'pages', id, locale) as PageDefinition, locale)
      const market = { ...library.site.value.locales[locale], ...value.market } as Market
      const page = withTargets(withFacts(words, library, { locale, market }), linkTarget(library, locale))
      const at = { id, locale, page: titled({ ...page, locales: value.locales }, library, locale) }
      return variantOf === undefined ? at : { ...at, variantOf }
    }),
  )
  return [...ofForms, ...ofPages]
}

/** Every address with its page. */
export function pathTable(library: Library, pages: readonly PageAt[]): PathTable<PageAt> {
  const site = library.site.value
  return byBrand(
    library,
    pages.map((at) => [at.page, pagePath(site, at.page, at.locale), at]),
  )
}

/**
 * Addresses that lead to the present one of their page, in the same language: those it had before, and the one without
 * a name of its own in a language where it has one.
 */
export function formerPaths(library: Library): PathTable<string> {
  const site = library.site.value
  const moved = publicPages(library).flatMap(([, { value }]) => {
    const named = value.locales.filter((locale) => (value.paths?.[locale] ?? value.path) !== value.path)
    const former = (value.formerPaths ?? []).flatMap((path) => value.locales.map((locale) => [path, locale] as const))
    return [...named.map((locale) => [value.path, locale] as const), ...former].map(
      ([path, locale]) => [value, localePath(site, path, locale), pagePath(site, value, locale)] as const,
    )
  })
  return byBrand(library, moved)
}

function byBrand<T>(library: Library, all: readonly (readonly [PageDefinition, string, T])[]): PathTable<T> {
  const shown = all.map(([page, path, at]) => ({ brands: brandsOf(page, library), entry: [path, at] as const }))
  return new Map(
    [...library.brands.keys()].map((brand) => [
      brand,
      new Map(shown.flatMap(({ brands, entry }) => (brands.includes(brand) ? [entry] : []))),
    ]),
  )
}

function publicPages({ pages }: Library) {
  return [...pages].filter(([, { value }]) => !value.draft)
}

/** The page of a form without one: it borrows the form's title and description. */
function ownPage(library: Library, id: string, locale: string): TitledPage {
  const form = translated(library, 'forms', id, locale) as FormDefinition
  const { locales, noindex } = form
  const market = marketOf(library, form, locale) as Market
  const { title, description } = withFacts({ title: form.title, description: form.description }, library, {
    locale,
    market,
  })
  return {
    locales,
    path: `/forms/${id}`,
    title,
    description: plainWords(description ?? title),
    ...(noindex !== undefined && { noindex }),
    sections: { form: { kind: 'form', form: id } },
  }
}
