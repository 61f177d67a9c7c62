import { getCountries } from 'libphonenumber-js/min'

/** Two of its codes are exceptionally reserved parts of Saint Helena, and no countries of ISO 3166-1. */
const parts = ['AC', 'TA']

/** The countries and territories one can live in, by their alpha-2 code (ISO 3166-1, and XK for Kosovo). */
export const countries: readonly string[] = getCountries()
  .filter((code) => !parts.includes(code))
  .sort()

/** What a language calls each of them. */
export function countryNames(locale: string): Record<string, string> {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  return Object.fromEntries(countries.map((code) => [code, names.of(code) ?? code]))
}
