import type { GeoCountries, GeoCountry } from '#schemas/generated/api/geo.ts'

/** What is answered for an address of which nothing is known. */
export const unknownCountries: GeoCountries = { country: null, registered_country: null }

/**
 * The countries in what a database or a service says of an address; null where it says something else. Databases of
 * MaxMind and services have `country.iso_code`, those of ip-location-db have `country_code` alone.
 */
export function countriesIn(said: unknown): GeoCountries | null {
  if (!isRecord(said)) return null
  if ('country_code' in said) return countriesIn({ country: { iso_code: said.country_code } })
  if (!('country' in said) && !('registered_country' in said)) return null
  const country = countryIn(said.country)
  const registered = countryIn(said.registered_country)
  return country === undefined || registered === undefined ? null : { country, registered_country: registered }
}

/** undefined where it is nothing that a country could be. */
function countryIn(said: unknown): GeoCountry | undefined {
  if (said === undefined || said === null) return null
  if (!isRecord(said)) return undefined
  const { iso_code: code = null } = said
  if (code === null) return null
  return typeof code === 'string' && /^[a-z]{2}$/i.test(code) ? { iso_code: code.toUpperCase() } : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
