import { defaultLocale, type Link, localePath, pagePath } from '../addresses/paths.ts'
import { homePath } from '../addresses/shown-paths.ts'
import { attributionNames } from '../attribution-names.ts'
import type { Brand } from '../brand-table.ts'
import { brandView } from '../brand-view.ts'
import { allOpen } from '../closed-form.ts'
import { cookieList } from '../cookie-list.ts'
import { frameView, withoutForms } from '../frame/frame-view.ts'
import { translator } from '../i18n/translator.ts'
import { languageName } from '../languages/languages-view.ts'
import { askedRevision, thirdParties } from '../others/third-parties.ts'
import type { PageView } from '../page-view.ts'
import { isOwnForForm } from '../shown-forms.ts'
import type { Site } from '../site.ts'
import type { ErrorKind } from './error-kind.ts'

/** The language of an address, by its prefix, whether or not there is anything at it. */
export function localeAt({ definition: site }: Site, path: string): string {
  const prefix = path.split('/')[1] ?? ''
  return Object.hasOwn(site.locales, prefix) ? prefix : defaultLocale(site)
}

/** As many as are taken in at a glance. */
const mostLinks = 5

/** Where to go on in a language beside the home page: the site's own pages that are there for a form. */
export function waysOn({ pages: { all: pages }, definition: site }: Site, brand: string, locale: string): Link[] {
  const home = localePath(site, '/', locale)
  const links: Link[] = []
  // Only those that are listed are put into words.
  for (const at of pages) {
    const isShown = at.locale === locale && (at.written.brands?.includes(brand) ?? true)
    if (!isShown || !isOwnForForm(at.written)) continue
    const href = pagePath(site, at.written, locale)
    if (href !== home && links.push({ href, title: at.page.title }) === mostLinks) break
  }
  return links
}

/** A page that stands in for one that cannot be shown. It is the same at every address of its language. */
export interface ErrorPage {
  site: Site
  brand: Brand
  locale: string
  error: ErrorKind
  /** Whether somebody sent a form, whose answers are in the page before. */
  posted: boolean
}

/** The id that error pages have in place of a page's: they load what all pages of the brand load. */
export const errorPageId = 'error'

/** The mark and no menu: whoever is lost has nowhere else to go. */
const errorLayout = 'affiliation'

export function errorView({ site, brand, locale, error, posted }: ErrorPage): PageView {
  const words = site.texts.errors(locale)
  return {
    id: errorPageId,
    locale,
    path: localePath(site.definition, '/', locale),
    title: translator(locale, words).t(`errorPages:${error}.title`),
    description: '',
    noindex: true,
    frame: withoutForms(
      frameView(site.pages.layout(errorLayout, locale), {
        layout: errorLayout,
        site,
        brand,
        locale,
        page: 'error',
        closedForms: allOpen,
      }),
    ),
    palette: null,
    brand: brandView(brand),
    scheme: null,
    attribution: attributionNames(site.definition),
    reads: [],
    asked: {},
    alternates: [],
    languages: { name: languageName(site, locale, locale), cookie: '', others: [] },
    head: null,
    sections: [
      {
        id: 'error',
        kind: 'error',
        error,
        posted,
        home: homePath(site, brand.id, locale),
        links: waysOn(site, brand.id, locale),
      },
    ],
    scripts: thirdParties(site, brand, errorPageId),
    asks: askedRevision(site, brand),
    cookies: cookieList(site, brand.id, locale),
    chat: null,
    words,
    guards: [],
    countries: {},
    gate: site.definition.gate ?? 'every',
  }
}
