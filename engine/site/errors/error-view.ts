import { defaultLocale, localePath, pagePath } from '../addresses/paths.ts'
import { homePath } from '../addresses/shown-paths.ts'
import { attributionNames } from '../attribution-names.ts'
import type { Brand } from '../brand-table.ts'
import { brandView } from '../brand-view.ts'
import { allOpen } from '../closed-form.ts'
import { cookieList } from '../cookie-list.ts'
import { frameView, withoutForms } from '../frame/frame-view.ts'
import { drawingOf } from '../heads/share-image.ts'
import { translator } from '../i18n/translator.ts'
import { languageName } from '../languages/languages-view.ts'
import { askedRevision, thirdParties } from '../others/third-parties.ts'
import type { PageView } from '../page-view.ts'
import { isOwnForForm } from '../shown-forms.ts'
import type { Site } from '../site.ts'
import type { ErrorKind, WayOn } from './error-kind.ts'

/** The language of an address, by its prefix, whether or not there is anything at it. */
export function localeAt({ definition: site }: Site, path: string): string {
  const prefix = path.split('/')[1] ?? ''
  return Object.hasOwn(site.locales, prefix) ? prefix : defaultLocale(site)
}

/** As many as are taken in at a glance: three rows of three. */
const mostLinks = 9

/** Where to go on in a language, apart from the home page: the site's own forms, those in menus first, its deals and its blog. */
export function waysOn({ pages, definition: site }: Site, brand: string, locale: string): WayOn[] {
  const home = localePath(site, '/', locale)
  const named = inMenus(pages, locale)
  const shown = pages.all.filter(
    ({ id, locale: own, written }) =>
      own === locale &&
      (written.brands?.includes(brand) ?? true) &&
      (isOwnForForm(written) || (named.has(id) && listDrawing(written) !== undefined)) &&
      pagePath(site, written, locale) !== home,
  )
  const order = [...named.keys()]
  const rank = ({ id }: { id: string }) => (named.has(id) ? order.indexOf(id) : named.size)
  // Only those that are listed are put into words.
  return shown
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, mostLinks)
    .map(({ id, written, page }) => ({
      ...{ href: pagePath(site, written, locale), title: named.get(id) ?? page.title },
      drawing: drawingOf(written.sections) ?? listDrawing(written),
    }))
}

/** The drawing of a page of deals, or of the blog. */
function listDrawing({ sections }: Site['pages']['all'][number]['written']): WayOn['drawing'] {
  const kinds = Object.values(sections).map(({ kind }) => kind)
  return kinds.includes('deals') ? 'bag' : kinds.includes('articles') ? 'magnifier' : undefined
}

/** Page id → its title in the menus of other pages, in their order, and one group of a menu after the other. */
function inMenus(pages: Site['pages'], locale: string): Map<string, string> {
  const layout = pages.layout(menuLayout, locale)
  const named = new Map<string, string>()
  // By page. A group includes pages that it lists in other languages only.
  const groups = new Map<string, string>()
  for (const id of [layout?.header?.menu, layout?.footer?.menu]) {
    const menu = id === undefined ? null : pages.menu(id, locale)
    for (const [group, entry] of Object.entries(menu?.entries ?? {}))
      for (const { page, title, locales } of [entry, ...Object.values(entry.entries ?? {})]) {
        if (page === undefined) continue
        if (!groups.has(page)) groups.set(page, group)
        if (!named.has(page) && (locales?.includes(locale) ?? true)) named.set(page, title)
      }
  }
  const order = [...named.keys()].map((page) => groups.get(page))
  const rank = (page: string) => order.indexOf(groups.get(page))
  return new Map([...named].toSorted(([one], [other]) => rank(one) - rank(other)))
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

/** The mark alone above the page. */
const errorLayout = 'affiliation'

/** The layout whose menus say which pages come first, and whose footer has them all. */
const menuLayout = 'default'

export function errorView({ site, brand, locale, error, posted }: ErrorPage): PageView {
  const words = site.texts.errors(locale)
  const bare = site.pages.layout(errorLayout, locale)
  const footer = site.pages.layout(menuLayout, locale)?.footer
  return {
    id: errorPageId,
    locale,
    path: localePath(site.definition, '/', locale),
    title: translator(locale, words).t(`errorPages:${error}.title`),
    description: '',
    noindex: true,
    frame: withoutForms(
      frameView(bare && { ...bare, ...(footer && { footer }) }, {
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
