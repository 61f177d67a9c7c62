// Generated from schemas/layout.schema.json by `npx leadwright types`. Do not edit.
import type { Chat } from './page.ts'
import type { Locales } from './form.ts'
import type { Palette } from './page.ts'
import type { Sample } from './site.ts'

/**
 * What stands around the sections of a page: a header, the page's banner, a footer. The file's name is the layout's id; pages without a layout have "default".
 */
export interface LayoutDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  locales: Locales
  header?: LayoutHeader
  /**
   * true: the banner of a page is shown above its sections; a page without one has none.
   */
  banner?: boolean
  footer?: LayoutFooter
  palette?: Palette
  /**
   * The page is shown in these colours, whatever visitors chose or their devices have.
   */
  scheme?: 'light' | 'dark'
  chat?: Chat
  /**
   * The id of the form that the popup shows to visitors who come back; no popup when left out. Without JavaScript there is none.
   */
  popup?: string
  /**
   * What the popup says in place of its form's description to visitors from a country whose language is another one of the site.
   */
  popupAbroad?: string
}
/**
 * What stands above the page; nothing when left out.
 */
export interface LayoutHeader {
  /**
   * true: the brand's mark leads to the home page. Campaigns leave it out, so that nothing leads away from the form.
   */
  home?: boolean
  partner?: LayoutPartner
  /**
   * A line beside the mark: in cooperation with whom, when somebody can be called, where the visitor comes from. {partner} is the name that the page gives its partner; without one such a line is left out.
   */
  tagline?: string
  /**
   * A short sign at the end, such as 18+.
   */
  badge?: string
  /**
   * The id of the menu.
   */
  menu?: string
  /**
   * The languages to choose from: true for all, or a list. Pages add what they leave out.
   */
  languages?: true | Locales
}
/**
 * The partner whose pages these are: its name stands beside the brand's.
 */
export interface LayoutPartner {
  /**
   * The partner's name, the same in every language.
   */
  name: string
  sample?: Sample
}
/**
 * What stands below the page; nothing when left out.
 */
export interface LayoutFooter {
  /**
   * A sentence or two: who pays for this, who stands behind it.
   */
  note?: string
  /**
   * true: the operating company of the language stands here, as site.json has it.
   */
  company?: boolean
  /**
   * The id of the menu.
   */
  menu?: string
  /**
   * Pages that open in a dialog above this one, each under an id of its own. Without JavaScript they are ordinary links.
   */
  dialogs?: {
    [k: string]: LayoutDialog
  }
  /**
   * The id of the form that stands here, above all else: that of the newsletter.
   */
  newsletter?: string
}
export interface LayoutDialog {
  /**
   * What the link says.
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
