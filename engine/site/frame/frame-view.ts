import type { LayoutDefinition, LayoutPartner } from '#schemas/generated/layout.ts'
import type { MenuDefinition, MenuEntry, MenuItem } from '#schemas/generated/menu.ts'
import type { PageBanner } from '#schemas/generated/page.ts'
import type { Company } from '#schemas/generated/site.ts'
import { writtenSections } from '../addresses/path-table.ts'
import type { Link } from '../addresses/paths.ts'
import { withQuery } from '../addresses/paths.ts'
import { homePath, shownPath } from '../addresses/shown-paths.ts'
import { attributionNames } from '../attribution-names.ts'
import type { Brand } from '../brand-table.ts'
import { type ClosedForms, closedView } from '../closed-form.ts'
import type { Site } from '../site.ts'
import { type FrameForm, type FrameFormId, formsNamed } from './frame-forms.ts'

/** What stands around the sections of a page, in its language. */
export interface FrameView {
  /** The id of the layout. */
  layout: string
  header: HeaderView | null
  banner: PageBanner | null
  footer: FooterView | null
  popup: PopupView | null
}

/** The form of the popup, and what is said in place of its description to visitors from elsewhere. */
type PopupView = FrameForm & { abroad: string | null }

export interface HeaderView {
  /** Where the brand's mark leads to; null where it leads nowhere. */
  home: string | null
  partner: Pick<LayoutPartner, 'name' | 'logo'> | null
  tagline: string | null
  /** The partner that the tagline names, where the layout has no logo of one. */
  named: string | null
  badge: string | null
  menu: MenuView | null
  /** The languages to choose from; all of the page's for true. */
  languages: true | readonly string[] | null
}

export interface FooterView {
  note: string | null
  company: Pick<Company, 'name' | 'address' | 'sample'> | null
  menu: MenuView | null
  /** Links whose pages open in a dialog. */
  dialogs: readonly Link[]
  newsletter: FrameForm | null
}

/** What the page itself has a layout draw. */
interface Drawn extends MenuSetting {
  /** Its id. */
  layout: string
  partner?: string | undefined
  banner?: PageBanner | undefined
  newsletter?: boolean | undefined
  /** Whether everybody gets to the page, so that nothing is to come between. */
  isOpen?: boolean
  closedForms: ClosedForms
}

type Layout = Omit<LayoutDefinition, 'locales'>

/** Where there is no layout of that id: the brand, the languages and nothing else. */
const plain: Layout = { header: { home: true, languages: true }, footer: {} }

/** Around a form that another site shows there is nothing. */
export const bareFrame: FrameView = { layout: 'embed', header: null, banner: null, footer: null, popup: null }

/** @param found the layout in the language; null where there is none of its id */
export function frameView(found: LayoutDefinition | null, drawn: Drawn): FrameView {
  const layout = found ?? plain
  return {
    layout: drawn.layout,
    header: layout.header ? headerView(layout.header, drawn) : null,
    banner: (layout.banner && drawn.banner) || null,
    footer: layout.footer ? footerView(layout, drawn) : null,
    popup: drawn.isOpen ? null : popupView(layout, drawn),
  }
}

/** The same without its forms: where nothing can be posted. */
export function withoutForms(frame: FrameView): FrameView {
  return { ...frame, footer: frame.footer && { ...frame.footer, newsletter: null }, popup: null }
}

function popupView(layout: Layout, drawn: Drawn): PopupView | null {
  const form = formOf(layout, 'popup', drawn)
  // Nothing pops up to say that there is nothing to do.
  if (form?.closed) return null
  return form && { ...form, abroad: layout.popupAbroad ?? null }
}

function formOf(layout: Layout, place: FrameFormId, { site, locale, page, closedForms }: Drawn): FrameForm | null {
  const named = formsNamed(layout).find(({ id }) => id === place)
  const version = named && site.forms.version(named.form, locale, page)
  if (!version) return null
  const closed = closedView(version, { id: place, site, page, locale, closedForms }, () => undefined)
  const own = { id: place, kind: 'form', main: false } as const
  // There is little room here: the waiting list speaks for itself.
  if (closed?.waitingList) return { ...own, form: closed.waitingList.form, hash: closed.waitingList.hash }
  return { ...own, ...version, ...(closed && { closed }) }
}

function headerView(header: NonNullable<LayoutDefinition['header']>, drawn: Drawn): HeaderView {
  const { site, brand, locale, partner } = drawn
  return {
    home: header.home ? homePath(site, brand.id, locale) : null,
    partner: header.partner ?? null,
    tagline: lineWith(header.tagline, partner ?? header.partner?.name),
    named: header.partner || !header.tagline?.includes('{partner}') ? null : (partner ?? null),
    badge: header.badge ?? null,
    menu: header.menu === undefined ? null : menuView(site.pages.menu(header.menu, locale), drawn),
    languages: header.languages ?? null,
  }
}

/** A line that names a partner is left out where there is none. */
function lineWith(line: string | undefined, partner: string | undefined): string | null {
  if (line === undefined || (line.includes('{partner}') && partner === undefined)) return null
  return line.replace('{partner}', partner ?? '')
}

function footerView(layout: Layout, drawn: Drawn): FooterView {
  const { footer = {} } = layout
  const { site, brand, locale } = drawn
  return {
    note: footer.note ?? null,
    company: footer.company ? companyLine(site.texts.company(locale)) : null,
    menu: footer.menu === undefined ? null : menuView(site.pages.menu(footer.menu, locale), drawn),
    dialogs: Object.values(footer.dialogs ?? {}).flatMap(({ title, ...place }) => {
      const href = shownPath(site, { brand: brand.id, locale }, place)
      return href === null ? [] : [{ title, href }]
    }),
    newsletter: drawn.newsletter === false ? null : formOf(layout, 'newsletter', drawn),
  }
}

/** What a footer says of a company; the imprint has the rest. */
function companyLine(company: Company | null): FooterView['company'] {
  return company && { name: company.name, address: company.address, ...(company.sample && { sample: true }) }
}

/** A link of a menu. */
export interface MenuLink {
  id: string
  title: string
  href: string
  /** The parameter under which the visitor's click id goes along. */
  clickId?: string
  /** Whether this is the page at hand, or one that it stands below. */
  current?: 'page' | 'true'
  /** Whether the page has legal text, such as the privacy policy and the company details. */
  isLegal?: true
}

/** A title that opens links. */
export interface MenuGroup {
  id: string
  title: string
  links: readonly MenuLink[]
}

/** A menu as it is drawn: only what leads somewhere. */
export interface MenuView {
  /** For those who hear the page. */
  title: string
  entries: readonly (MenuLink | MenuGroup)[]
}

/** Where a menu is drawn. */
interface MenuSetting {
  site: Site
  brand: Brand
  locale: string
  /** The id of the page. */
  page: string
  /** The ids of the pages that it stands below, by their addresses, but for the home page. */
  above?: readonly string[]
}

/** A menu with what the visitor's brand and language has of it; null when that is nothing. */
function menuView(menu: MenuDefinition | null, setting: MenuSetting): MenuView | null {
  const entries = Object.entries(menu?.entries ?? {}).flatMap(([id, entry]) => entryView(id, entry, setting))
  return menu && entries.length > 0 ? { title: menu.title, entries } : null
}

function entryView(id: string, entry: MenuEntry, setting: MenuSetting): (MenuLink | MenuGroup)[] {
  const { title, page, entries } = entry
  if (page !== undefined) return linkView(id, { ...entry, page }, setting)
  if (!isShown(entry, setting.locale)) return []
  const links = Object.entries(entries ?? {}).flatMap(([inner, item]) => linkView(inner, item, setting))
  return links.length > 0 ? [{ id, title, links }] : []
}

function linkView(id: string, item: MenuItem, { site, brand, locale, page, above = [] }: MenuSetting): MenuLink[] {
  const path = isShown(item, locale) ? shownPath(site, { brand: brand.id, locale }, { page: item.page }) : null
  if (path === null) return []
  const at = site.pages.at(brand.id, path)
  const section = item.section === undefined ? '' : `#${item.section}`
  return [
    {
      id,
      title: item.title,
      href: withQuery(path, item.query) + section,
      ...(item.clickId && { clickId: attributionNames(site.definition)[0] }),
      ...(item.page === page && !section && { current: 'page' }),
      ...(above.includes(item.page) && !section && { current: 'true' }),
      ...(at && writtenSections(at).some(([, { kind }]) => kind === 'legal') && { isLegal: true }),
    },
  ]
}

function isShown({ locales }: { locales?: readonly string[] }, locale: string): boolean {
  return locales?.includes(locale) ?? true
}
