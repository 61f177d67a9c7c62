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
 * A page that differs from another: it holds its own address and only what else differs. null removes. The file’s name is the page’s id.
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
   * The id of the layout, what stands around the sections; "default" when left out.
   */
  layout?: string
  layouts?: LayoutsByLocale
  /**
   * The name of the partner with whom the page was made, for the line of its layout.
   */
  partner?: string
  banner?: PageBanner
  brands?: Brands
  palette?: Palette
  market?: MarketPatch
  /**
   * The page's title, in the browser's tab and in search results; that of the site when left out (locales/<language>/heads.json).
   */
  title?: string
  /**
   * One or two sentences for search results; those of the site when left out.
   */
  description?: string
  /**
   * true: not on the public server yet.
   */
  draft?: boolean
  /**
   * true: search engines are asked to leave this page out.
   */
  noindex?: boolean
  indexedIn?: IndexedIn
  languageMenu?: LanguageMenu
  /**
   * The page is shown in these colours, whatever visitors chose or their devices have.
   */
  scheme?: 'light' | 'dark'
  /**
   * What differs in the sections, by their ids: a patch on the page's sections. One with "use" stands in place of the page's.
   */
  sections?: {
    [k: string]: {} | null
  }
}
