// Generated from schemas/sponsor.schema.json by `npx leadwright types`. Do not edit.
import type { Locales } from './form.ts'

/**
 * A company that receives subscribers' addresses with their consent. Sections of the kind sponsors list it. The file's name is the sponsor's id.
 */
export interface SponsorDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * true: sample data, to be replaced before the site goes live.
   */
  sample?: boolean
  locales: Locales
  /**
   * The company's name, with its legal form.
   */
  name: string
  /**
   * The postal address, on one line.
   */
  address: string
  /**
   * The topic of its offers.
   */
  offers: string
  /**
   * The address of its privacy policy.
   */
  privacy: string
}
