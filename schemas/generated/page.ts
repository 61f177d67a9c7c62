// Generated from schemas/page.schema.json by `npx leadwright types`. Do not edit.
import type { Locales } from './form.ts'
import type { MarketPatch } from './site.ts'
import type { Section } from './section.ts'

/**
 * Former addresses of this page, without language prefix. They redirect to the current address in each language.
 *
 * Items: The address without a language prefix, for example /insurance/home-insurance.
 */
export type FormerPaths = string[]
/**
 * Only these brands show the page, by id; all by default. Pages of different brands may share an address.
 *
 * @minItems 1
 */
export type Brands = string[]
/**
 * The colours of a campaign page: fern (green and gold), plum (violet and apricot), petrol (green-blue and apricot), umber (brown and pale blue), slate (grey and gold). The brand's own colours by default.
 */
export type Palette = 'fern' | 'plum' | 'petrol' | 'umber' | 'slate'
/**
 * The languages in which search engines may index this page, for a page about a single market. All languages by default.
 *
 * @minItems 1
 */
export type IndexedIn = string[]

/**
 * A page: its address, its texts and its sections. The file's name is the page's id.
 */
export interface PageDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  locales: Locales
  /**
   * The address without a language prefix, for example /insurance/home-insurance.
   */
  path: string
  paths?: Paths
  formerPaths?: FormerPaths
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
  titles?: TextsByCode
  descriptions?: TextsByCode
  /**
   * The sections of the page from top to bottom, each under its own id.
   */
  sections: {
    [k: string]: Section
  }
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
  chat?: Chat
  /**
   * false: the footer omits the layout's newsletter form, for a page with its own sign-up form.
   */
  newsletter?: boolean
  /**
   * false: visitors of every country see this page immediately, and the popup does not open here. Set it on imprints and privacy policies.
   */
  gate?: boolean
  /**
   * true: this page does not ask visitors for their country, and does not redirect them to another language.
   */
  skipGeoRedirect?: boolean
}
/**
 * A separate address for a language, also without the prefix.
 */
export interface Paths {
  /**
   * The address without a language prefix, for example /insurance/home-insurance.
   */
  [k: string]: string
}
/**
 * Another layout in some languages.
 */
export interface LayoutsByLocale {
  /**
   * The id of the layout.
   */
  [k: string]: string
}
/**
 * The first line of a promise next to a form, or a strip above the page, if its layout shows a banner.
 */
export interface PageBanner {
  /**
   * A drawing next to the promise.
   */
  image:
    | 'home'
    | 'bill'
    | 'car'
    | 'meter'
    | 'socket'
    | 'flame'
    | 'keys'
    | 'router'
    | 'piggy-bank'
    | 'shield'
    | 'umbrella'
    | 'scales'
    | 'phone'
    | 'cards'
    | 'contract'
    | 'tooth'
    | 'stethoscope'
    | 'building'
    | 'bag'
    | 'people'
    | 'envelope'
    | 'calendar'
    | 'suitcase'
    | 'key-car'
    | 'solar'
    | 'radiator'
    | 'flower'
    | 'bank'
    | 'controller'
    | 'letterbox'
    | 'magnifier'
    | 'signpost'
    | 'adviser'
    | 'comparison'
    | 'person-a'
    | 'person-b'
    | 'person-c'
  /**
   * A few words.
   */
  title: string
  /**
   * A line below it.
   */
  subtitle: string
}
/**
 * Another text for a country or a language, by its code in lower case: gb for the country of en-GB (the "iso" of site.json), es for either. It is written in that language.
 */
export interface TextsByCode {
  [k: string]: string
}
/**
 * The entries of the language menu on this page.
 */
export interface LanguageMenu {
  /**
   * The id of the page that the menu leads to in languages without this page.
   */
  fallbackPage?: string
  /**
   * Languages of the page that the menu leaves out. The page is still available in them. "excludedAs" in site.json decides whether the link to them or the menu on them is left out.
   *
   * @minItems 1
   */
  exclude?: string[]
}
/**
 * A place for the brand's chat at the end of the page, shown once the visitor has consented to the chat.
 */
export interface Chat {
  /**
   * Its minimum height, in px: this space is reserved so that the layout does not shift when the chat loads.
   */
  height: number
  /**
   * A line above it, such as the opening hours. The layout's line by default.
   */
  text?: string
}
/**
 * A block from blocks/ as a section. Properties next to "use" are a patch on it: they replace texts, and null removes a property.
 */
export interface UsedBlock {
  /**
   * The id of the block.
   */
  use: string
  [k: string]: unknown
}
