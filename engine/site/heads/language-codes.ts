import { type Library, wordFile } from '#engine/library'
import type { PageDefinition } from '#schemas/generated/page.ts'
import type { Market, SiteDefinition } from '#schemas/generated/site.ts'
import { withFacts } from '../facts/with-facts.ts'

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

/** A page that says what it is. */
export type TitledPage = PageDefinition & Required<Pick<PageDefinition, 'title' | 'description'>>

/** A page with its title and description in a language: those for its country, its own, or the site's. */
export function titled(page: PageDefinition, library: Library, locale: string): TitledPage {
  const site = library.site.value
  const forLanguage = (texts: Record<string, string> = {}) =>
    codesOf(site, locale).flatMap((code) => (Object.hasOwn(texts, code) ? (texts[code] ?? []) : []))[0]
  const { titles, descriptions, title, description } = page
  return {
    ...page,
    title: forLanguage(titles) ?? title ?? ofSite('title'),
    description: forLanguage(descriptions) ?? description ?? ofSite('description'),
  }

  function ofSite(key: 'title' | 'description'): string {
    const words = (wordFile(library.words, locale, '', 'heads')?.value ?? {}) as Partial<Record<typeof key, string>>
    return withFacts(words[key] ?? '', library, { locale, market: site.locales[locale] as Market })
  }
}
