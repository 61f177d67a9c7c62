import type { PageDefinition } from '#schemas/generated/page.ts'
import type { SiteDefinition } from '#schemas/generated/site.ts'

/**
 * First parts of addresses that the server answers itself. server/tests/reserved-addresses.test.ts holds them against the
 * routes that a running server has.
 */
export const reservedAddresses = [
  'api',
  'assets',
  'brand',
  'console',
  'embed',
  'embed.js',
  'feeds',
  'forms',
  'geo',
  'healthz',
  'media',
  'metrics',
  'myipaddress',
  'options',
  'preview',
  'readyz',
  'robots.txt',
  'schemas',
  'share',
  'shopping-deals',
  'shopping-deals-by-title',
  'sitemap.xml',
  'tables',
  'validators',
] as const

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

/** Whether search engines may list a page in a language. */
export function isIndexed(
  { noindex = false, indexedIn }: Pick<PageDefinition, 'noindex' | 'indexedIn'>,
  locale: string,
): boolean {
  return !noindex && (indexedIn?.includes(locale) ?? true)
}

/** The address of a page in one of its languages. */
export function pagePath(site: SiteDefinition, page: PageDefinition, locale: string): string {
  return localePath(site, page.paths?.[locale] ?? page.path, locale)
}

/** An address with parameters, such as those of a campaign. */
export function withQuery(path: string, query: Readonly<Record<string, string>> = {}): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}
