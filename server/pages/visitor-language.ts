import { fastifyCookie } from '@fastify/cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pagePath } from '#engine/site/addresses/paths.ts'
import type { Catalog } from '#engine/site/catalog.ts'
import { languageKey } from '#engine/site/languages/language-settings.ts'
import { preferredLanguage } from '#engine/site/languages/preferred-language.ts'
import { pathOf } from '../http/addresses.ts'

type Site = Catalog['site']
type Asked = Pick<FastifyRequest, 'headers' | 'host'>

/** The parser of cookies is there once its plugin is: in a scope of its own, where the plugin's hook runs for no answer. */
export async function loadCookieParser(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(fastifyCookie, { hook: false })
  })
}

/** Where somebody is sent in place of the page they asked for. */
interface Elsewhere {
  location: string
  status: number
}

/**
 * What caches are told of an address where a visitor's language counts; undefined at any other, where nothing of the
 * visitor is read.
 * @param target of the request line
 */
export function languageHeaders(
  { detectBrowserLanguage, languageRedirect }: Site,
  target: string,
): Record<string, string> | undefined {
  if (languageRedirect !== 'all' && pathOf(target) !== '/') return undefined
  return {
    vary: detectBrowserLanguage ? 'accept-encoding, cookie, accept-language' : 'accept-encoding, cookie',
    ...(languageRedirect === 'all' && { 'cache-control': 'private, no-cache' }),
  }
}

/**
 * Where a visitor is sent on to from an address: to where / leads, or to the page in their language, if that is known and
 * another. null where they stay. Who comes from a page of ours has chosen the language they go to, and keeps it: without
 * a script there is no cookie to say so.
 */
export function languageTarget(catalog: Catalog, brand: string, url: URL, asked: Asked): Elsewhere | null {
  const { site } = catalog
  const root = url.pathname === '/' ? rootTarget(catalog, brand, asked) : null
  if (root) return { ...root, location: root.location + url.search }
  const at = catalog.pageAt(brand, url.pathname)
  const language = languageOf(site, asked)
  // The site around a frame has chosen its language.
  if (!at || at.embed || language === null || language === at.locale || !at.page.locales.includes(language)) return null
  return isFromHere(asked) ? null : { location: pagePath(site, at.page, language) + url.search, status: 302 }
}

/** Where / leads by the site's settings, in the visitor's language if the page has it; null where it is a page. */
export function rootTarget(catalog: Catalog, brand: string, asked: Asked): Elsewhere | null {
  const { site } = catalog
  if (!site.rootRedirect) return null
  const { path, status = 302 } = site.rootRedirect
  const page = catalog.pageAt(brand, path)?.page
  const language = languageOf(site, asked) ?? ''
  const location = page?.locales.includes(language) ? pagePath(site, page, language) : path
  return location === '/' ? null : { location, status }
}

/** The language a visitor chose here, or else, where the site asks for that, the one their browser likes best. */
function languageOf(site: Site, { headers }: Asked): string | null {
  const known = Object.keys(site.locales)
  const chosen = fastifyCookie.parse(headers.cookie ?? '')[languageKey(site)] ?? ''
  if (known.includes(chosen)) return chosen
  return site.detectBrowserLanguage ? preferredLanguage(headers['accept-language'] ?? '', known) : null
}

function isFromHere({ headers: { 'sec-fetch-site': site, referer = '' }, host }: Asked): boolean {
  return site === undefined ? URL.canParse(referer) && new URL(referer).host === host : site === 'same-origin'
}
