// Generated from schemas/api/geo.schema.json by `npx leadwright types`. Do not edit.

export type GeoCountry = {
  /**
   * ISO 3166-1 alpha-2, such as ES.
   */
  iso_code: string
} | null

/**
 * The answer of /geo/{address}: where an address is used, and where its network is registered, each null where that is not known. Who wants one country takes the first that there is.
 */
export interface GeoCountries {
  country: GeoCountry
  registered_country: GeoCountry
}
