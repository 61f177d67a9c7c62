// Generated from schemas/sections/company.schema.json by `npx leadwright types`. Do not edit.

/**
 * The company that operates the site in the language, as site.json has it.
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
 * What each line is called.
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
   * Who represents it.
   */
  directors: string
  /**
   * Where it is registered.
   */
  register: string
  /**
   * Its number for value added tax.
   */
  taxId: string
  /**
   * Where it is written to.
   */
  email: string
  /**
   * Where it is called.
   */
  phone: string
}
