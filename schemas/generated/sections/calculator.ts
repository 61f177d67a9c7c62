// Generated from schemas/sections/calculator.schema.json by `npx leadwright types`. Do not edit.

/**
 * Another company's calculator in a frame. It is loaded once the visitor has consented to its category; it can neither lead the page elsewhere, nor open windows, nor read what we keep in the browser. A link to it stands below. Without an address in a language, there is nothing of it there.
 */
export interface CalculatorSection {
  /**
   * calculator
   */
  kind: 'calculator'
  /**
   * A heading, which also names the frame to screen readers.
   */
  title: string
  /**
   * A sentence or two above it.
   */
  text?: string
  /**
   * Whose it is: visitors are told before they consent.
   */
  company: string
  /**
   * What visitors consent to; functional when left out. marketing: for one that follows visitors across sites, as the company's terms say.
   */
  category?: 'functional' | 'marketing'
  addresses?: CalculatorAddresses
  /**
   * The frame's height, in px; 600 when left out. What is higher is scrolled within.
   */
  height?: number
  /**
   * The id of a form section of this page, in whose place it stands where it has an address. Elsewhere the form stays.
   */
  replaces?: string
  /**
   * Only in these languages; in all of the page's when left out.
   *
   * @minItems 1
   */
  locales?: string[]
  /**
   * The id of the section that this one follows.
   */
  after?: string
}
/**
 * Where it is, by language; https, or http on this machine.
 */
export interface CalculatorAddresses {
  /**
   * An address in full, with what names you as its partner: https://calculator.example/gas?partner=1234.
   */
  [k: string]: string
}
