// Generated from schemas/layout.schema.json by `npx leadwright types`. Do not edit.
import type { Chat } from './page.ts'
import type { Locales } from './form.ts'
import type { Logo } from './brand.ts'
import type { Palette } from './page.ts'
import type { Sample } from './site.ts'

/**
 * The frame around the sections of a page: header, banner and footer. The file's name is the layout's id; pages without a layout use "default".
 */
export interface LayoutDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  locales: Locales
  header?: LayoutHeader
  /**
   * true: a page's banner is shown above its sections, if the page has one.
   */
  banner?: boolean
  footer?: LayoutFooter
  palette?: Palette
  /**
   * The colour scheme of the page, regardless of the visitor's choice or device.
   */
  scheme?: 'light' | 'dark'
  chat?: Chat
  /**
   * The id of the form that the popup shows to returning visitors; no popup by default, and none without JavaScript.
   */
  popup?: string
  /**
   * The popup's text for visitors from a country with another language of the site, instead of the form's description.
   */
  popupAbroad?: string
}
/**
 * The header of the page; none by default.
 */
export interface LayoutHeader {
  /**
   * true: the brand's logo links to the home page. Campaigns omit it so that no link leads away from the form.
   */
  home?: boolean
  partner?: LayoutPartner
  /**
   * A line next to the logo: the partner, the telephone hours, or the site that the visitor comes from. {partner} is the name that the page gives its partner; without a partner such a line is omitted.
   */
  tagline?: string
  /**
   * A short mark at the end, such as 18+.
   */
  badge?: string
  /**
   * The id of the menu.
   */
  menu?: string
  /**
   * The languages to choose from: true for all, or a list. Pages set the languages that they leave out.
   */
  languages?: true | Locales
}
/**
 * The partner of these pages: its name is shown next to the brand's.
 */
export interface LayoutPartner {
  /**
   * The partner's name, the same in every language.
   */
  name: string
  logo?: Logo
  sample?: Sample
}
/**
 * The footer of the page; none by default.
 */
export interface LayoutFooter {
  /**
   * A sentence or two: how the site is paid for, and which company operates it.
   */
  note?: string
  /**
   * true: shows the operating company of the language from site.json.
   */
  company?: boolean
  /**
   * The id of the menu.
   */
  menu?: string
  /**
   * Pages that open in a dialog above this one, each under its own id. Without JavaScript they are ordinary links.
   */
  dialogs?: {
    [k: string]: LayoutDialog
  }
  /**
   * The id of the newsletter form, shown at the top of the footer.
   */
  newsletter?: string
}
export interface LayoutDialog {
  /**
   * The label of the link.
   */
  title: string
  /**
   * The id of the page whose sections the dialog shows.
   */
  page: string
  /**
   * The id of its section to show first.
   */
  section?: string
}
