import type { PageAt } from '../addresses/path-table.ts'
import { pagePath } from '../addresses/paths.ts'
import type { Site } from '../site.ts'
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
export function languagesView(site: Site, { locale, page }: Pick<PageAt, 'locale' | 'page'>): LanguagesView {
  const { definition } = site
  const without = page.languageMenu?.exclude ?? []
  const isLeftOut = (other: string) => without.includes(definition.excludedAs === 'current' ? locale : other)
  return {
    name: languageName(site, locale, locale),
    cookie: languageCookie(definition),
    others: Object.keys(definition.locales)
      .filter((other) => other !== locale && !isLeftOut(other))
      .flatMap((other) => {
        const path = page.locales.includes(other) ? pagePath(definition, page, other) : elsewhere(other)
        if (path === null) return []
        return [
          {
            locale: other,
            path,
            name: languageName(site, other, other),
            called: languageName(site, other, locale),
          },
        ]
      }),
  }

  /** Where the menu leads to in a language that the page is not in. */
  function elsewhere(other: string): string | null {
    const id = page.languageMenu?.fallbackPage
    return id === undefined ? null : site.pages.pathOf(id, other)
  }
}

/** What a language is called in another, by the product's words. Of a language that they do not know, Unicode's name. */
export function languageName(site: Site, language: string, inLocale: string): string {
  const { languageNames = {} } = site.texts.words(inLocale).chrome as { languageNames?: Record<string, string> }
  return languageNames[language] ?? new Intl.DisplayNames(inLocale, { type: 'language' }).of(language) ?? language
}
