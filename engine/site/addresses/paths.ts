import type { PageDefinition } from '#schemas/generated/page.ts'
import type { SiteDefinition } from '#schemas/generated/site.ts'

/** An address and what it is called. */
export interface Link {
  href: string
  title: string
}

/** The site's first language: its addresses have no prefix. */
export function defaultLocale(site: SiteDefinition): string {
  return Object.keys(site.locales)[0] ?? 'en'
}

/** A path with the prefix of its language: /forms/x → /de/forms/x. */
export function localePath(site: SiteDefinition, path: string, locale: string): string {
  if (locale === defaultLocale(site)) return path
  return path === '/' ? `/${locale}` : `/${locale}${path}`
}

/** A page's addresses in all its languages; the first stands for languages that it is not in. */
export function alternatesOf(site: SiteDefinition, page: PageDefinition): { locale: string; path: string }[] {
  return page.locales.map((locale) => ({ locale, path: pagePath(site, page, locale) }))
}

/** The address of a page in one of its languages. */
export function pagePath(site: SiteDefinition, page: PageDefinition, locale: string): string {
  return localePath(site, page.paths?.[locale] ?? page.path, locale)
}
