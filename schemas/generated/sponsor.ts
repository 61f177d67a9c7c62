// Generated from schemas/sponsor.schema.json by `npx leadwright types`. Do not edit.
import type { Locales } from './form.ts'

/**
 * A company that subscribers' addresses are passed on to when they agree. A section of kind sponsors lists it. The file's name is the sponsor's id.
 */
export interface SponsorDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * true: made up, to be replaced before the site goes live.
   */
  sample?: boolean
  locales: Locales
  /**
   * The company's name, with its legal form.
   */
  name: string
  /**
   * Where it is, on one line.
   */
  address: string
  /**
   * What its offers are about.
   */
  offers: string
  /**
   * The address of its privacy policy.
   */
  privacy: string
}
