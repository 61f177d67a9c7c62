import type { PageView } from '#engine/site'

/** What a look-up of an address says of its country. */
export interface Located {
  country: { iso_code: string } | null
  registered_country: { iso_code: string } | null
}

/** The country in lower case; '' where it is unknown. */
export function countryIn({ country, registered_country: registered }: Partial<Located>): string {
  return (country?.iso_code ?? registered?.iso_code ?? '').toLowerCase()
}

/** A page as far as the check of the country reads it. */
export type CheckedPage = Pick<PageView, 'locale' | 'alternates' | 'guards' | 'countries'>

/** Whether the country of a visitor speaks another language of the site than the page. */
export function isElsewhere({ guards, countries, locale }: CheckedPage, country: string | null): boolean {
  const language = languageOf(countries, country)
  return guards.includes('country') && language !== null && language !== locale
}

/** Where a visitor from elsewhere is sent on to: the same page in the country's language; null for nowhere. */
export function sentOn(
  page: CheckedPage,
  country: string,
  { hasChosen, wasMoved }: { hasChosen: boolean; wasMoved: boolean },
): string | null {
  if (!isElsewhere(page, country) || hasChosen || wasMoved) return null
  const language = languageOf(page.countries, country)
  return page.alternates.find(({ locale }) => locale === language)?.path ?? null
}

function languageOf(countries: PageView['countries'], country: string | null): string | null {
  return country !== null && Object.hasOwn(countries, country) ? (countries[country] ?? null) : null
}
