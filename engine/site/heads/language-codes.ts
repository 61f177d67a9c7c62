import type { SiteDefinition } from '#schemas/generated/site.ts'

type Languages = Pick<SiteDefinition, 'locales'>

/** A language as it is written in its market, as a tag of BCP 47: en-GB. */
export function isoOf({ locales }: Languages, locale: string): string {
  const market = locales[locale]
  return market?.iso ?? (market ? `${locale}-${market.country}` : locale)
}

/** What a text for a language may stand under, the nearest first: the country of its tag, then the language. */
export function codesOf(site: Languages, locale: string): string[] {
  return [...new Set([isoOf(site, locale).slice(-2).toLowerCase(), locale])]
}

/** The language that a text under a code is read in; undefined for a code of none. */
export function languageOf(site: Languages, code: string): string | undefined {
  return Object.keys(site.locales).find((locale) => codesOf(site, locale).includes(code))
}
