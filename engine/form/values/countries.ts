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

const euro = (country: string, city: string) => ({ country, currency: 'EUR', timeZone: `Europe/${city}` })

const markets: Readonly<Record<string, ReturnType<typeof euro>>> = {
  en: { country: 'GB', currency: 'GBP', timeZone: 'Europe/London' },
  es: euro('ES', 'Madrid'),
  de: euro('DE', 'Berlin'),
  fr: euro('FR', 'Paris'),
  it: euro('IT', 'Rome'),
  nl: euro('NL', 'Amsterdam'),
}

/** Where people answer in a language of the product, unless a market is given. */
export function homeMarket(locale: string): ReturnType<typeof euro> | undefined {
  return markets[locale]
}
