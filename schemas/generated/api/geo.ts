// Generated from schemas/api/geo.schema.json by `npx leadwright types`. Do not edit.

export type GeoCountry = {
  /**
   * ISO 3166-1 alpha-2, such as ES.
   */
  iso_code: string
} | null

/**
 * The response of /geo/{address}: the country where the address is used and the country where its network is registered, each null if unknown. If you need one country, take the first that is not null.
 */
export interface GeoCountries {
  country: GeoCountry
  registered_country: GeoCountry
}
