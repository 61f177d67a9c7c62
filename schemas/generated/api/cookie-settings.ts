// Generated from schemas/api/cookie-settings.schema.json by `npx leadwright types`. Do not edit.
import type { ConsentCategory } from '../script.ts'

/**
 * The question that a visitor of a brand answers before its pages load anything from other companies.
 */
export interface CookieSettings {
  /**
   * The language of the text.
   */
  locale: string
  /**
   * The hash of the complete text shown to the visitor. The choice is recorded with it.
   */
  text: string
  /**
   * The version of the question. When it changes, earlier choices no longer count.
   */
  revision: number
  /**
   * For how many days a choice counts.
   */
  askAgainAfterDays: number
  /**
   * The address of the list of all cookies.
   */
  list: string | null
  words: CookieSettingsWords
  /**
   * The categories: those that need consent, and those that do not.
   */
  categories: AskedCategory[]
}
/**
 * Headings, sentences and buttons.
 */
export interface CookieSettingsWords {
  /**
   * The question.
   */
  title: string
  /**
   * The explanation.
   */
  text: string
  /**
   * The button to accept all.
   */
  accept: string
  /**
   * The button to reject all.
   */
  reject: string
  /**
   * The button that shows the categories.
   */
  choose: string
  /**
   * The heading of the categories.
   */
  settings: string
  /**
   * The button under the categories.
   */
  save: string
  /**
   * The button that closes them.
   */
  close: string
  /**
   * The link to the list of cookies.
   */
  list: string
  /**
   * The label before the visitor's id.
   */
  number: string
}
export interface AskedCategory {
  id: ConsentCategory
  title: string
  text: string
  /**
   * The scripts loaded after consent: purpose, company and hosts.
   */
  services: string[]
}
