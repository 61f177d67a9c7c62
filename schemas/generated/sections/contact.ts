// Generated from schemas/sections/contact.schema.json by `npx leadwright types`. Do not edit.

/**
 * How to reach the company that operates the site in the language, as site.json has it: links to write and to call.
 */
export interface ContactSection {
  /**
   * contact
   */
  kind: 'contact'
  /**
   * A heading.
   */
  title: string
  /**
   * A sentence or two above: what to write about, and what to add.
   */
  text?: string
  labels: ContactLabels
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
 * What each way is called. What the company does not have is left out.
 */
export interface ContactLabels {
  /**
   * Where it is written to.
   */
  email: string
  /**
   * Where it is called.
   */
  phone: string
  /**
   * Where letters go.
   */
  address: string
}
