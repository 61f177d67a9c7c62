import type { ResolvedForm } from '#engine/core/form.ts'
import type { Catalog, PageAt } from './catalog.ts'
import { defaultLocale, pagePath } from './paths.ts'
import { translator } from './translator.ts'

/** A section with what it needs to draw itself. */
export type SectionView =
  | { id: string; kind: 'form'; form: ResolvedForm }
  /** In place of a page that is not there: where to go on. */
  | { id: string; kind: 'not-found'; links: readonly { href: string; title: string }[] }

/** Everything a page needs, in its language: what the server renders from, and later the browser. */
export interface PageView {
  id: string
  locale: string
  /** The address without origin and query. */
  path: string
  title: string
  description: string
  /** The origin is where the brand is at home, whatever host this page was read from. */
  brand: { id: string; name: string; origin: string | null }
  /** This page in each of its languages. */
  alternates: readonly { locale: string; path: string }[]
  sections: readonly SectionView[]
  /** The product's words in this language, by i18next namespace. */
  words: { chrome: object; errors: object }
}

export function pageView(catalog: Catalog, { id, locale, page }: PageAt): PageView {
  const { site, brand } = catalog
  return {
    id,
    locale,
    path: pagePath(site, page, locale),
    title: page.title,
    description: page.description,
    brand: { id: brand.id, name: brand.name, origin: brand.origin ?? null },
    alternates: page.locales.map((other) => ({ locale: other, path: pagePath(site, page, other) })),
    sections: Object.entries(page.sections).flatMap(([sectionId, section]) => {
      const version = catalog.form(section.form, locale)
      return version ? [{ id: sectionId, kind: section.kind, form: version.form }] : []
    }),
    words: catalog.words(locale),
  }
}

/** What stands at an address without a page, in the language of its prefix: where to go on. */
export function notFoundView(catalog: Catalog, path: string): PageView {
  const { site, brand } = catalog
  const prefix = path.split('/')[1] ?? ''
  const locale = Object.hasOwn(site.locales, prefix) ? prefix : defaultLocale(site)
  const words = catalog.words(locale)
  const links = catalog.pages.filter((page) => page.locale === locale)
  return {
    id: 'not-found',
    locale,
    path,
    title: translator(locale, words).t('notFoundTitle'),
    description: '',
    brand: { id: brand.id, name: brand.name, origin: brand.origin ?? null },
    alternates: [],
    sections: [
      {
        id: 'not-found',
        kind: 'not-found',
        links: links.map(({ page }) => ({ href: pagePath(site, page, locale), title: page.title })),
      },
    ],
    words,
  }
}
