import type { Catalog } from '../catalog.ts'
import { translator } from '../words/translator.ts'
import { attributionNames } from './attribution-names.ts'
import type { Brand } from './brand-table.ts'
import { brandView } from './brand-view.ts'
import type { ErrorKind } from './error-kind.ts'
import { frameView } from './frame-view.ts'
import { languageName } from './languages-view.ts'
import type { PageView } from './page-view.ts'
import { defaultLocale, type Link, localePath, pagePath } from './paths.ts'

/** The language of an address, by its prefix, whether or not there is anything at it. */
export function localeAt({ site }: Catalog, path: string): string {
  const prefix = path.split('/')[1] ?? ''
  return Object.hasOwn(site.locales, prefix) ? prefix : defaultLocale(site)
}

/** As many as are taken in at a glance. */
const mostLinks = 5

/** Where to go on in a language: the home page if there is one, then the pages with a form. */
export function waysOn({ pages, site }: Catalog, brand: string, locale: string): Link[] {
  const home = localePath(site, '/', locale)
  const isHome = ({ href }: Link) => href === home
  const links = pages
    .filter(({ page, ...at }) => at.locale === locale && (page.brands?.includes(brand) ?? true))
    .map(({ page }) => ({
      href: pagePath(site, page, locale),
      title: page.title,
      leads: !page.noindex && Object.values(page.sections).some(({ kind }) => kind === 'form'),
    }))
  return [...links.filter(isHome), ...links.filter((link) => link.leads && !isHome(link))]
    .slice(0, mostLinks)
    .map(({ href, title }) => ({ href, title }))
}

/** A page that stands in for one that cannot be shown. It is the same at every address of its language. */
export interface ErrorPage {
  catalog: Catalog
  brand: Brand
  locale: string
  error: ErrorKind
  /** Whether somebody sent a form, whose answers are in the page before. */
  posted: boolean
}

export function errorView({ catalog, brand, locale, error, posted }: ErrorPage): PageView {
  const words = catalog.errorWords(locale)
  return {
    id: 'error',
    locale,
    path: localePath(catalog.site, '/', locale),
    title: translator(locale, words).t(`errorPages:${error}.title`),
    description: '',
    noindex: true,
    frame: frameView('affiliation', { catalog, brand, locale, page: 'error' }),
    palette: null,
    brand: brandView(brand),
    scheme: null,
    attribution: attributionNames(catalog.site),
    alternates: [],
    languages: { name: languageName(catalog, locale, locale), cookie: '', others: [] },
    sections: [{ id: 'error', kind: 'error', error, posted, links: waysOn(catalog, brand.id, locale) }],
    words,
  }
}
