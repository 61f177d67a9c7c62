import { contentHash } from '#engine/node/hash.ts'
import type { Brand } from '#engine/site/brand-table.ts'
import type { Catalog } from '#engine/site/catalog.ts'
import { cookieList } from '#engine/site/cookie-list.ts'
import { askedCategories, askedRevision, servicesOf } from '#engine/site/others/third-parties.ts'
import type { CookieSettings } from '#schemas/generated/api/cookie-settings.ts'

/** How long a choice counts where site.json does not say it, in days: half a year, as the French CNIL advises. */
const usualDays = 182

/** What visitors of a brand are asked, and the same as a text for the record. */
export interface Asked {
  settings: CookieSettings
  text: string
}

/** null where the brand loads nothing that needs consent, or the site has no such language. */
export function askedOf(catalog: Catalog, brand: Brand, locale: string): Asked | null {
  const revision = askedRevision(catalog, brand)
  if (revision === null || !Object.hasOwn(catalog.site.locales, locale)) return null
  const { categories: titles, purposes, kept: _, calculator: __, ...words } = catalog.consentWords(locale)
  const categories = (['necessary', ...askedCategories(catalog, brand)] as const).map((id) => ({
    ...{ id, ...titles[id] },
    services: servicesOf(catalog, brand)
      .filter(({ category }) => category === id)
      .map(({ what, company, hosts }) => `${purposes[what]}: ${company} (${hostNames(Object.values(hosts).flat())})`),
  }))
  const text = [
    ...[words.title, words.text, `[${words.accept}] [${words.reject}] [${words.choose}]`],
    ...categories.flatMap(({ title, text, services }) => ['', title, text, ...services]),
  ].join('\n')
  const askAgainAfterDays = catalog.site.cookieConsents?.askAgainAfterDays ?? usualDays
  const list = cookieList(catalog, brand.id, locale)
  return { text, settings: { locale, text: contentHash(text), revision, askAgainAfterDays, list, words, categories } }
}

function hostNames(origins: readonly string[]): string {
  return [...new Set(origins.map((origin) => origin.replace(/^\w+:\/\//, '')))].join(', ')
}
