// Generated from schemas/api/cookie-settings.schema.json by `npx leadwright types`. Do not edit.
import type { ConsentCategory } from '../script.ts'

/**
 * What a visitor of a brand is asked before its pages load anything from others.
 */
export interface CookieSettings {
  /**
   * The language it is worded in.
   */
  locale: string
  /**
   * The hash of all that the visitor reads, under which the choice is recorded.
   */
  text: string
  /**
   * Another number when something else is asked: then earlier choices do not count.
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
   * What can be consented to, and what needs no consent.
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
   * What it means.
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
   * Before the id of the visitor.
   */
  number: string
}
export interface AskedCategory {
  id: ConsentCategory
  title: string
  text: string
  /**
   * What is loaded once it is consented to: what for, whose, and from where.
   */
  services: string[]
}
