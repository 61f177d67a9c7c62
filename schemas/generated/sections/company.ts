// Generated from schemas/sections/company.schema.json by `npx leadwright types`. Do not edit.

/**
 * The company that operates the site in the language, from site.json.
 */
export interface CompanySection {
  /**
   * company
   */
  kind: 'company'
  /**
   * A heading.
   */
  title?: string
  labels: CompanyLabels
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
 * The label of each line.
 */
export interface CompanyLabels {
  /**
   * Its name.
   */
  name: string
  /**
   * Its postal address.
   */
  address: string
  /**
   * The legal representative.
   */
  directors: string
  /**
   * The commercial register.
   */
  register: string
  /**
   * The VAT number.
   */
  taxId: string
  /**
   * The e-mail address.
   */
  email: string
  /**
   * The phone number.
   */
  phone: string
}
