import type { Catalog } from '../../catalog.ts'
import type { PageAt } from '../addresses/path-table.ts'
import { pagePath } from '../addresses/paths.ts'
import { languageCookie } from './language-settings.ts'

/** A page in another language. */
export interface LanguageChoice {
  locale: string
  path: string
  /** The language in itself: Deutsch. */
  name: string
  /** The same in the language of the page at hand: German. */
  called: string
}

/** What the menu of languages is drawn from. */
export interface LanguagesView {
  /** The language of the page at hand, in itself. */
  name: string
  /** The cookie that keeps a choice, as the browser is to set it; {} stands for the language. */
  cookie: string
  others: readonly LanguageChoice[]
}

/** The languages to choose from on a page, without those that it leaves out of its menu. */
export function languagesView(catalog: Catalog, { locale, page }: Pick<PageAt, 'locale' | 'page'>): LanguagesView {
  const { site } = catalog
  const without = page.languageMenu?.without ?? []
  const isLeftOut = (other: string) => without.includes(site.excludedAs === 'current' ? locale : other)
  return {
    name: languageName(catalog, locale, locale),
    cookie: languageCookie(site),
    others: page.locales
      .filter((other) => other !== locale && !isLeftOut(other))
      .map((other) => ({
        locale: other,
        path: pagePath(site, page, other),
        name: languageName(catalog, other, other),
        called: languageName(catalog, other, locale),
      })),
  }
}

/** What a language is called in another, by the product's words. Of a language that they do not know, Unicode's name. */
export function languageName(catalog: Catalog, language: string, inLocale: string): string {
  const { languageNames = {} } = catalog.words(inLocale).chrome as { languageNames?: Record<string, string> }
  return languageNames[language] ?? new Intl.DisplayNames(inLocale, { type: 'language' }).of(language) ?? language
}
