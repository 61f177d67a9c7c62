// Generated from schemas/page-variant.schema.json by `npx leadwright types`. Do not edit.
import type { Brands } from './page.ts'
import type { FormerPaths } from './page.ts'
import type { IndexedIn } from './page.ts'
import type { LanguageMenu } from './page.ts'
import type { LayoutsByLocale } from './page.ts'
import type { Locales } from './form.ts'
import type { MarketPatch } from './site.ts'
import type { PageBanner } from './page.ts'
import type { Palette } from './page.ts'
import type { Paths } from './page.ts'
import type { UsedBlock } from './page.ts'

/**
 * A variant of another page: it holds its own address and the other differences only. null removes a property. The file’s name is the page’s id.
 */
export interface PageVariantDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * The id of the page this one is a variant of.
   */
  variantOf: string
  /**
   * The address without a language prefix, for example /insurance/home-insurance.
   */
  path: string
  paths?: Paths
  formerPaths?: FormerPaths
  locales?: Locales
  /**
   * The id of the layout, the frame around the sections; "default" by default.
   */
  layout?: string
  layouts?: LayoutsByLocale
  /**
   * The name of the partner of the page, for the line of its layout.
   */
  partner?: string
  banner?: PageBanner
  brands?: Brands
  palette?: Palette
  market?: MarketPatch
  /**
   * The page's title, in the browser's tab and in search results; the site's title by default (locales/<language>/heads.json).
   */
  title?: string
  /**
   * One or two sentences for search results; the site's by default.
   */
  description?: string
  /**
   * true: not published on the public server yet.
   */
  draft?: boolean
  /**
   * true: search engines are asked not to index this page.
   */
  noindex?: boolean
  indexedIn?: IndexedIn
  languageMenu?: LanguageMenu
  /**
   * The colour scheme of the page, regardless of the visitor's choice or device.
   */
  scheme?: 'light' | 'dark'
  /**
   * The differences in the sections, by their ids: a patch on the page's sections. A section with "use" replaces the page's section.
   */
  sections?: {
    [k: string]: {} | null
  }
}
