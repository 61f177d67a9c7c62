import { type Library, wordFile } from '#engine/library'
import type { PageDefinition } from '#schemas/generated/page.ts'
import type { Market } from '#schemas/generated/site.ts'
import { withFacts } from '../facts/with-facts.ts'
import { codesOf } from './language-codes.ts'

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
