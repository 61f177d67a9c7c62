// Generated from schemas/sections/contact.schema.json by `npx leadwright types`. Do not edit.

/**
 * The contact details of the company that operates the site in the language, from site.json: e-mail and phone links.
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
 * The label of each contact option. Options that the company does not have are omitted.
 */
export interface ContactLabels {
  /**
   * The e-mail address.
   */
  email: string
  /**
   * The phone number.
   */
  phone: string
  /**
   * The postal address.
   */
  address: string
}
