// Generated from schemas/sections/calculator.schema.json by `npx leadwright types`. Do not edit.

/**
 * Another company's calculator in a frame. It is loaded once the visitor has consented to its category; it cannot navigate the page, open windows or read the site's browser storage. A link to it is shown below. In a language without an address the section is omitted.
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
   * The company, shown to visitors before they consent.
   */
  company: string
  /**
   * The consent category; functional by default. marketing: for a calculator that, by the company's terms, tracks visitors across sites.
   */
  category?: 'functional' | 'marketing'
  addresses?: CalculatorAddresses
  /**
   * The frame's height, in px; 600 by default. Taller content scrolls inside the frame.
   */
  height?: number
  /**
   * The id of a form section of this page that it replaces in languages with an address. In other languages the form stays.
   */
  replaces?: string
  /**
   * Only in these languages; in all languages of the page by default.
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
 * Its address, by language; https, or http on this machine.
 */
export interface CalculatorAddresses {
  /**
   * The full address, with your partner id: https://calculator.example/gas?partner=1234.
   */
  [k: string]: string
}
