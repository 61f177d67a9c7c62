// Generated from schemas/menu.schema.json by `npx leadwright types`. Do not edit.
import type { Locales } from './form.ts'

/**
 * Only in these languages; in all of the menu's when left out.
 *
 * @minItems 1
 */
export type MenuLocales = string[]

/**
 * A menu: entries that lead to pages, one by one or under a title of their own. The file's name is the menu's id.
 */
export interface MenuDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  locales: Locales
  /**
   * What the menu is, for those who hear the page.
   */
  title: string
  /**
   * The entries in order, each under an id of its own.
   */
  entries: {
    [k: string]: MenuEntry
  }
}
/**
 * An entry that leads to a page, or one that opens others. Where the page is not there for the visitor, in the language or brand, the entry is left out, and so is a title with nothing under it.
 */
export interface MenuEntry {
  /**
   * What the entry says.
   */
  title: string
  /**
   * The id of the page it leads to.
   */
  page?: string
  /**
   * The id of the section of that page it leads to.
   */
  section?: string
  query?: MenuQuery
  /**
   * true: the click id that the visitor came with goes along in the address, under the name that site.json gives it.
   */
  clickId?: boolean
  locales?: MenuLocales
  /**
   * In place of a page: the entries under this one.
   */
  entries?: {
    [k: string]: MenuItem
  }
}
/**
 * Parameters of the address, such as those of a campaign.
 */
export interface MenuQuery {
  [k: string]: string
}
export interface MenuItem {
  /**
   * What the entry says.
   */
  title: string
  /**
   * The id of the page it leads to.
   */
  page: string
  /**
   * The id of the section of that page it leads to.
   */
  section?: string
  query?: MenuQuery
  /**
   * true: the click id that the visitor came with goes along in the address, under the name that site.json gives it.
   */
  clickId?: boolean
  locales?: MenuLocales
}
