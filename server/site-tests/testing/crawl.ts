import type { FastifyInstance } from 'fastify'
import type { PageAt } from '../../../engine/site/addresses/path-table.ts'
import { pagePath } from '../../../engine/site/addresses/paths.ts'
import { type Brand, hostsOf } from '../../../engine/site/brand-table.ts'
import type { Site } from '../../../engine/site/site.ts'
import { temporaryStorage } from '../../storage/testing/temporary-storage.ts'
import { appOn } from '../../testing/app-on-storage.ts'

/** A page as a brand's visitor gets it. */
export interface Crawled {
  at: PageAt
  brand: Brand
  path: string
  status: number
  html: string
}

/** The site as it was asked for once. */
export interface CrawledSite {
  site: Site
  /** Every page in every language, by path. The brands take turns, so that each shows every page. */
  pages: ReadonlyMap<string, Crawled>
  /** What else was asked for, by path: the files of pages, and addresses that lead to others. */
  replies: ReadonlyMap<string, Reply>
}

interface Reply {
  status: number
  location: string | undefined
  body: Buffer
}

/** Deals come and go; on this day there are some of each kind. */
const day = Date.parse('2026-12-01T12:00:00Z')

/**
 * Asks for the whole site, each address once.
 * @param others addresses that no page names
 */
export async function crawl(others: readonly string[]): Promise<CrawledSite> {
  const { app, site } = await appOn(await temporaryStorage(), undefined, { now: () => day })
  const pages = await Promise.all(turns(site).map(([at, brand]) => show(app, site, at, brand)))
  const addresses = [...new Set([...others, ...pages.flatMap(({ html }) => filesOf(html))])]
  const replies = await Promise.all(addresses.map(async (path) => [path, await replyTo(app, path)] as const))
  return { site, pages: new Map(pages.map((page) => [page.path, page])), replies: new Map(replies) }
}

/** Each page in each language with the brand whose turn it is. */
function turns(site: Site): [PageAt, Brand][] {
  const brandsOf = new Map<PageAt, Brand[]>()
  for (const brand of site.brands.all)
    for (const at of site.pages.ofBrand(brand.id)) brandsOf.set(at, [...(brandsOf.get(at) ?? []), brand])
  const ids = [...new Set([...brandsOf.keys()].map(({ id }) => id))]
  const locales = Object.keys(site.definition.locales)
  return [...brandsOf].map(([at, brands]) => {
    const turn = ids.indexOf(at.id) + locales.indexOf(at.locale)
    return [at, brands[turn % brands.length] as Brand]
  })
}

async function show(app: FastifyInstance, site: Site, at: PageAt, brand: Brand): Promise<Crawled> {
  const path = pagePath(site.definition, at.page, at.locale)
  const reply = await app.inject({ url: path, headers: { host: hostsOf(brand)[0] ?? '' } })
  return { at, brand, path, status: reply.statusCode, html: reply.body }
}

async function replyTo(app: FastifyInstance, url: string): Promise<Reply> {
  const { statusCode, headers, rawPayload } = await app.inject({ url })
  return { status: statusCode, location: headers.location, body: rawPayload }
}

/** The files of ours that a page loads, and the picture that it is shared with. */
export function filesOf(html: string): string[] {
  const loaded = html.matchAll(/<(?:link|script|use|img)\s[^>]*?(?:href|src)="(\/[^"#]+)/g)
  const shared = html.matchAll(/property="og:image" content="https?:\/\/[^/"]+([^"]+)"/g)
  return [...loaded, ...shared].map(([, path = '']) => path)
}
