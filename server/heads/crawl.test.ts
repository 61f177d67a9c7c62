import { expect, onTestFinished, test } from 'vitest'
import type { Catalog } from '#engine/catalog/catalog.ts'
import type { Brand } from '#engine/catalog/portal/brand-table.ts'
import { type PageView, pageView } from '#engine/catalog/portal/page-view.ts'
import { loadCatalog } from '#engine/node/load.ts'
import { loadRenderer, type Renderer } from '../ssr/renderer.ts'
import { folders } from '../testing/app-on-storage.ts'
import { buildPages } from '../testing/running-server.ts'
import { seenOnce } from '../testing/seen-once.ts'
import { shareImages } from './share-images.ts'
import { type PageHead, pageHead } from './testing/page-head.ts'

/** A page as it was rendered for a brand. */
interface Crawled {
  view: PageView
  origin: string
  head: PageHead
}

test('every page of every brand in every language has a whole head, and pictures of the size that it says', {
  timeout: 300_000,
}, async () => {
  buildPages()
  const loaded = await loadCatalog(folders)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const { catalog } = loaded
  const render = await loadRenderer()
  onTestFinished(render.close)
  const pages = (await Promise.all(catalog.brands.map((brand) => crawl(catalog, brand, render)))).flat()
  expect(pages.length).toBeGreaterThan(catalog.brands.length * 6)
  const byAddress = new Map(pages.map((page) => [page.origin + page.view.path, page]))
  expect(byAddress.size).toBe(pages.length)
  expect(pages.flatMap((page) => wrongOf(page, byAddress, catalog))).toEqual([])

  // Drawn for the language with the longest words; the others' addresses were compared above.
  const images = shareImages(render.share)
  for (const { view, head } of pages.filter(({ view }) => view.locale === 'de')) {
    const png = await images.at(catalog, new URL(head.openGraph['og:image']?.[0] ?? '').pathname)
    expect(png && [view.path, png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
      ...[view.path, 'PNG', 300, 300],
    ])
  }
})

/** All that stands at addresses of a brand, as a visitor's first request gets it. */
function crawl(catalog: Catalog, brand: Brand, render: Renderer): Promise<Crawled[]> {
  const { origin = '' } = brand
  return Promise.all(
    catalog.placesOf(brand.id).map(async (at) => {
      const view = pageView(catalog, at, brand)
      const { html } = await render.render(new Request(`http://leadwright.invalid${view.path}`), seenOnce(view))
      return { view, origin, head: pageHead(html.toString()) }
    }),
  )
}

/** What of a page's head is not as it must be, in words. */
function wrongOf({ view, origin, head }: Crawled, byAddress: Map<string, Crawled>, catalog: Catalog): string[] {
  const address = origin + view.path
  const wrong: string[] = []
  const must = (holds: unknown, what: string) => holds || wrong.push(`${address}: ${what}`)
  must(head.titles.length === 1 && head.titles[0], 'one title')
  must(head.descriptions.length === 1 && head.descriptions[0], 'one description')
  must(head.headings === 1, `one h1, not ${head.headings}`)
  must(head.canonical.join() === address, `canonical is ${head.canonical}`)
  must(head.noindex === view.noindex, 'robots')

  const { 'x-default': fallback, ...versions } = head.alternates
  must(!view.noindex || Object.keys(head.alternates).length === 0, 'no alternates of what is not indexed')
  if (!view.noindex) {
    must(versions[view.locale] === address, 'an alternate of itself')
    must(fallback === Object.values(versions)[0], 'x-default')
    for (const [locale, href] of Object.entries(versions)) {
      const other = byAddress.get(href)
      must(other?.view.locale === locale, `${locale} leads to a page in it`)
      must(JSON.stringify(other?.head.alternates) === JSON.stringify(head.alternates), `${locale} leads back`)
    }
  }

  const only = (property: string) =>
    head.openGraph[property]?.length === 1 ? head.openGraph[property]?.[0] : undefined
  for (const property of ['type', 'site_name', 'title', 'description', 'locale', 'image:alt'])
    must(only(`og:${property}`), `one og:${property}`)
  must(only('og:url') === address, 'og:url')
  must(/^[a-z]{2}_[A-Z]{2}$/.test(only('og:locale') ?? ''), 'og:locale')
  must(
    (head.openGraph['og:locale:alternate'] ?? []).length === Math.max(0, view.alternates.length - 1),
    'og:locale:alternate of each other language',
  )
  must(only('og:image')?.startsWith(`${origin}/share/`), 'og:image')
  must(
    [only('og:image:type'), only('og:image:width'), only('og:image:height')].join() === 'image/png,300,300',
    'og:image',
  )
  const at = catalog.pageAt(view.brand.id, view.path)
  const brand = catalog.brand(view.brand.id)
  must(at && only('og:image') === origin + catalog.shareImage(at, brand).path, 'the picture of the page')

  const { Organization: organization, BreadcrumbList: trail, FAQPage: faq } = head.data as Record<string, never>
  must(view.noindex === (organization === undefined), 'who is behind it, on what is indexed')
  if (organization) must(filled(organization, ['@id', 'name', 'url', 'logo']), 'Organization')
  if (trail) must(isTrail(trail, address, byAddress), 'BreadcrumbList')
  const hasQuestions = view.sections.some(({ kind }) => kind === 'faq')
  must((hasQuestions && !view.noindex) === (faq !== undefined), 'FAQPage where there are questions')
  if (faq) must(isFaq(faq), 'FAQPage')
  return wrong
}

function filled(node: Record<string, unknown>, keys: readonly string[]): boolean {
  return keys.every((key) => typeof node[key] === 'string' && node[key] !== '')
}

/** https://developers.google.com/search/docs/appearance/structured-data/breadcrumb: two items at least. */
function isTrail(
  node: { itemListElement: Record<string, unknown>[] },
  address: string,
  all: Map<string, Crawled>,
): boolean {
  const items = node.itemListElement
  return (
    items.length >= 2 &&
    items.every(
      (item, index) => item.position === index + 1 && filled(item, ['name', 'item']) && all.has(String(item.item)),
    ) &&
    items.at(-1)?.item === address
  )
}

/** https://developers.google.com/search/docs/appearance/structured-data/faqpage: each question with one answer. */
function isFaq(node: { mainEntity: { name: string; acceptedAnswer: Record<string, unknown> }[] }): boolean {
  return (
    node.mainEntity.length > 0 &&
    node.mainEntity.every(({ name, acceptedAnswer }) => name !== '' && filled(acceptedAnswer, ['text']))
  )
}
