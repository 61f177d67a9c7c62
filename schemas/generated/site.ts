// Generated from schemas/site.schema.json by `npx leadwright types`. Do not edit.

/**
 * What holds for the whole site: its languages and the market behind each.
 */
export interface SiteDefinition {
  /**
   * Lets the editor complete and check this file.
   */
  $schema?: string
  /**
   * The id of the brand that answers on every host no other brand names.
   */
  brand: string
  /**
   * Whether the newsletter needs the consent to pass data to the sponsors listed; optional when left out.
   */
  sponsorTransfer?: 'optional' | 'required'
  /**
   * The languages, each with its market. The first has no prefix in paths and is the source language of groups and consents.
   */
  locales: {
    [k: string]: Market
  }
}
export interface Market {
  /**
   * ISO 3166-1 alpha-2 country: phone numbers and postal codes are read in its way.
   */
  country: string
  /**
   * Where phone numbers without a country code are from, if not from the country.
   */
  phoneRegion?: string
  /**
   * ISO 4217 currency of amounts, for example EUR.
   */
  currency: string
  /**
   * IANA time zone, for example Europe/Madrid.
   */
  timeZone: string
}
