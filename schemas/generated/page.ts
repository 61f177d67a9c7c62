// Generated from schemas/page.schema.json by `npx leadwright types`. Do not edit.
import type { Locales } from './form.ts'
import type { MarketPatch } from './site.ts'
import type { Section } from './section.ts'

/**
 * Addresses this page had before, without language prefix. They lead to its present one in each language.
 *
 * Items: The address without a language prefix, for example /insurance/home-insurance.
 */
export type FormerPaths = string[]
/**
 * Only these brands show the page, by id; all do when left out. Pages of different brands may share an address.
 *
 * @minItems 1
 */
export type Brands = string[]
/**
 * The colours of a campaign page: fern (green and gold), plum (violet and apricot), petrol (green-blue and apricot), umber (brown and pale blue), slate (grey and gold). The brand's own when left out.
 */
export type Palette = 'fern' | 'plum' | 'petrol' | 'umber' | 'slate'
/**
 * The only languages in which search engines may list this page, for one that is about a single market. All of them when left out.
 *
 * @minItems 1
 */
export type IndexedIn = string[]

/**
 * A page: its address, its words and its sections. The file's name is the page's id.
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
  titles?: TextsByCode
  descriptions?: TextsByCode
  /**
   * What the page shows, from top to bottom, each under an id of its own.
   */
  sections: {
    [k: string]: Section
  }
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
  chat?: Chat
  /**
   * false: the layout's newsletter is left out of the footer, since the page has a sign-up of its own.
   */
  newsletter?: boolean
  /**
   * false: everybody gets here at once, wherever they are, and the popup does not open here. Imprints and privacy policies say so.
   */
  gate?: boolean
  /**
   * true: visitors of this page are not asked which country they are in, and nobody is sent on from it to another language.
   */
  skipGeoRedirect?: boolean
}
/**
 * An address of its own for a language, again without the prefix.
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
 * A strip above the page, where its layout shows one.
 */
export interface PageBanner {
  /**
   * A drawing beside the promise.
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
    | 'person-a'
    | 'person-b'
    | 'person-c'
  /**
   * A few words.
   */
  title: string
  /**
   * A line under it.
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
 * What the menu of languages offers on this page.
 */
export interface LanguageMenu {
  /**
   * The id of the page that the menu leads to in languages that this one is not in.
   */
  fallbackPage?: string
  /**
   * Languages of the page that the menu leaves out. The page answers in them all the same. What is left out, the way there or the menu there, says "excludedAs" of site.json.
   *
   * @minItems 1
   */
  exclude?: string[]
}
/**
 * A place for the brand's chat at the end of the page, which is there once the visitor has consented to the chat.
 */
export interface Chat {
  /**
   * Its least height, in px: so much is kept free, and nothing moves when the chat comes.
   */
  height: number
  /**
   * A line above it: when somebody answers. A page that says none has that of its layout.
   */
  text?: string
}
/**
 * A block of blocks/ as a section. What stands beside "use" is a patch on it: it changes texts in place, and null removes.
 */
export interface UsedBlock {
  /**
   * The id of the block.
   */
  use: string
  [k: string]: unknown
}
