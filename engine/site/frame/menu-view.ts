import type { MenuDefinition, MenuEntry, MenuItem } from '#schemas/generated/menu.ts'
import { shownPath } from '../addresses/shown-paths.ts'
import { withQuery } from '../addresses/with-query.ts'
import { attributionNames } from '../attribution-names.ts'
import type { Brand } from '../brand-table.ts'
import type { Catalog } from '../catalog.ts'

/** A link of a menu. */
export interface MenuLink {
  id: string
  title: string
  href: string
  /** The parameter under which the visitor's click id goes along. */
  clickId?: string
  /** Whether this is the page at hand, or one that it stands below. */
  current?: 'page' | 'true'
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
export interface MenuSetting {
  catalog: Catalog
  brand: Brand
  locale: string
  /** The id of the page. */
  page: string
  /** The ids of the pages that it stands below, by their addresses, but for the home page. */
  above?: readonly string[]
}

/** A menu with what the visitor's brand and language has of it; null when that is nothing. */
export function menuView(menu: MenuDefinition | null, setting: MenuSetting): MenuView | null {
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

function linkView(id: string, item: MenuItem, { catalog, brand, locale, page, above = [] }: MenuSetting): MenuLink[] {
  const path = isShown(item, locale) ? shownPath(catalog, { brand: brand.id, locale }, { page: item.page }) : null
  if (path === null) return []
  const section = item.section === undefined ? '' : `#${item.section}`
  return [
    {
      id,
      title: item.title,
      href: withQuery(path, item.query) + section,
      ...(item.clickId && { clickId: attributionNames(catalog.site)[0] }),
      ...(item.page === page && !section && { current: 'page' }),
      ...(above.includes(item.page) && !section && { current: 'true' }),
    },
  ]
}

function isShown({ locales }: { locales?: readonly string[] }, locale: string): boolean {
  return locales?.includes(locale) ?? true
}
