// Generated from schemas/menu.schema.json by `npx leadwright types`. Do not edit.
import type { Locales } from './form.ts'

/**
 * Only in these languages; in all languages of the menu by default.
 *
 * @minItems 1
 */
export type MenuLocales = string[]

/**
 * A menu: entries that lead to pages, single or grouped under a title. The file's name is the menu's id.
 */
export interface MenuDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  locales: Locales
  /**
   * The accessible name of the menu, for screen readers.
   */
  title: string
  /**
   * The entries in order, each under its own id.
   */
  entries: {
    [k: string]: MenuEntry
  }
}
/**
 * An entry that leads to a page, or one that opens further entries. If the page does not exist in the visitor's language or brand, the entry is omitted; so is a title without entries.
 */
export interface MenuEntry {
  /**
   * The label of the entry.
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
   * true: the visitor's click id is added to the address, under the parameter name set in site.json.
   */
  clickId?: boolean
  locales?: MenuLocales
  /**
   * Instead of a page: the entries under this one.
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
   * The label of the entry.
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
   * true: the visitor's click id is added to the address, under the parameter name set in site.json.
   */
  clickId?: boolean
  locales?: MenuLocales
}
