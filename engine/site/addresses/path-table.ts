import { forLocale, plainWords, withTargets } from '#engine/form/model'
import { brandsOf, type Library } from '#engine/library'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { PageDefinition } from '#schemas/generated/page.ts'
import type { Section } from '#schemas/generated/section.ts'
import type { Market } from '#schemas/generated/site.ts'
import { articleIn, articlePages, formerArticlePaths } from '../blog/article.ts'
import { blogPage } from '../blog/article-paths.ts'
import { embeddedPage } from '../embedding/embedded-view.ts'
import { withFacts } from '../facts/with-facts.ts'
import { linkTarget, marketOf } from '../form-version.ts'
import { type TitledPage, titled } from '../heads/language-codes.ts'
import { translated } from '../i18n/translated.ts'
import { withCalculators } from '../others/calculator-places.ts'
import { localePath, pagePath } from './paths.ts'

/** A page in one language; a form without a page has one of its own at /forms/<id>. */
export interface PageAt {
  id: string
  locale: string
  /** As it is written, its blocks in place: what is the same in all languages, and the words of the first. */
  written: PageDefinition
  /** In its language. That is found when somebody first asks, as most languages of most pages are never looked at. */
  readonly page: TitledPage
  /** The id of the page that this one is a variant of. */
  variantOf?: string
  /** Set where it is a form and nothing else, for a frame on other sites. */
  embed?: Embedding
}

/** What lets other sites show a form. */
export interface Embedding {
  /** The sites that may. */
  origins: readonly string[]
  /** The address of the form's own page. */
  own: string
}

/** What stands at each path, by brand. */
export type PathTable<T> = ReadonlyMap<string, ReadonlyMap<string, T>>

/** Every page in each of its languages: a form's own, at /forms/<id> on all brands, then the pages, then the articles. */
export function placedPages(library: Library): PageAt[] {
  const ofForms = [...library.forms].flatMap(([id, { value }]) => {
    if (value.draft) return []
    const { locales, noindex } = value
    const written: PageDefinition = {
      ...{ locales, path: `/forms/${id}`, sections: { form: { kind: 'form', form: id } } },
      ...(noindex !== undefined && { noindex }),
    }
    return locales.flatMap((locale) => {
      const words = () => wordsOfForm(library, id, locale)
      const own = placed({ id: `form:${id}`, locale, written }, () => ({ ...written, ...words() }))
      return value.embed ? [own, embedded(own, value.embed.origins, id, library)] : [own]
    })
  })
  const ofPages = publicPages(library).flatMap(([id, { value, variantOf }]) =>
    value.locales.map((locale) =>
      placed({ id, locale, written: value, ...(variantOf !== undefined && { variantOf }) }, () => {
        const words = forLocale(translated(library, 'pages', id, locale) as PageDefinition, locale)
        const market = { ...library.site.value.locales[locale], ...value.market } as Market
        const page = withTargets(withFacts(words, library, { locale, market }), linkTarget(library, locale))
        const sections = withCalculators(page.sections, locale)
        return titled({ ...page, sections, locales: value.locales }, library, locale)
      }),
    ),
  )
  return [...ofForms, ...ofPages, ...placedArticles(library)]
}

/** A form for a frame on other sites: nothing is to come between it and its visitors. */
function embedded(own: PageAt, origins: readonly string[], form: string, { site }: Library): PageAt {
  const written: PageDefinition = {
    ...own.written,
    ...{ path: `/embed/${form}`, noindex: true, gate: false, skipGeoRedirect: true },
  }
  const embed = { origins, own: pagePath(site.value, own.written, own.locale) }
  const at = { id: embeddedPage(form), locale: own.locale, written, embed }
  return placed(at, () => ({ ...own.page, ...written }))
}

/** Articles have their titles from their texts. */
function placedArticles(library: Library): PageAt[] {
  return articlePages(library).flatMap(([id, article, written]) =>
    written.locales.flatMap((locale) => {
      const found = articleIn(library, article, locale)
      if (!found) return []
      return placed({ id, locale, written }, () => {
        const { title, description } = found.text
        return { ...written, title, description }
      })
    }),
  )
}

function placed(at: Omit<PageAt, 'page'>, inLanguage: () => TitledPage): PageAt {
  let page: TitledPage | undefined
  return {
    ...at,
    get page() {
      page ??= inLanguage()
      return page
    },
  }
}

/** The sections that a page has in its language, as they are written. */
export function writtenSections({ written, locale }: Pick<PageAt, 'written' | 'locale'>): [string, Section][] {
  return Object.entries(written.sections).filter(([, { locales }]) => locales?.includes(locale) ?? true)
}

/** Every address with its page. */
export function pathTable(library: Library, pages: readonly PageAt[]): PathTable<PageAt> {
  const site = library.site.value
  return byBrand(
    library,
    pages.map((at) => [at.written, pagePath(site, at.written, at.locale), at]),
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
  const blog = blogPage(library)?.page ?? ({} as PageDefinition)
  const articles = formerArticlePaths(library).map(({ from, to }) => [blog, from, to] as const)
  return byBrand(library, [...moved, ...articles])
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

/** The page of a form without one borrows the form's title and description. */
function wordsOfForm(library: Library, id: string, locale: string): Pick<TitledPage, 'title' | 'description'> {
  const form = translated(library, 'forms', id, locale) as FormDefinition
  const market = marketOf(library, form, locale) as Market
  const { title, description } = withFacts({ title: form.title, description: form.description }, library, {
    locale,
    market,
  })
  return { title, description: plainWords(description ?? title) }
}
