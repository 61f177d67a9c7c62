import type { Crawled, CrawledSite } from './crawl.ts'
import { type PageHead, pageHead } from './page-head.ts'

/** What of the heads of all pages is not as it must be, in words. */
export function wrongHeads(site: CrawledSite): string[] {
  const heads = new Map([...site.pages].map(([path, { html }]) => [path, pageHead(html)]))
  return [...site.pages.values()].flatMap((page) => wrongOf(page, heads, site))
}

function wrongOf(
  { at, brand, path }: Crawled,
  heads: ReadonlyMap<string, PageHead>,
  { site, pages, replies }: CrawledSite,
): string[] {
  const { origin = '' } = brand
  const address = origin + path
  const { noindex = false, indexedIn = at.page.locales } = at.page
  const isHidden = noindex || !indexedIn.includes(at.locale)
  const wrong: string[] = []
  const must = (holds: unknown, what: string) => holds || wrong.push(`${address}: ${what}`)
  const head = heads.get(path) as PageHead
  must(head.titles.length === 1 && head.titles[0], 'one title')
  must(head.descriptions.length === 1 && head.descriptions[0], 'one description')
  must(head.headings === 1, `one h1, not ${head.headings}`)
  must(head.canonical.join() === address, `canonical is ${head.canonical}`)
  must(head.noindex === isHidden, 'robots')

  // Each language was asked for at one brand, so what is compared is without their origins.
  const alternates = withoutOrigin(head.alternates)
  const { 'x-default': fallback, ...versions } = alternates
  must(
    Object.values(head.alternates).every((href) => href.startsWith(`${origin}/`)),
    'alternates of the same brand',
  )
  must(Object.keys(versions).join() === at.page.locales.join(), 'an alternate in each of its languages')
  must(versions[at.locale] === path, 'an alternate of itself')
  must(fallback === Object.values(versions)[0], 'x-default')
  for (const [locale, other] of Object.entries(versions)) {
    must(pages.get(other)?.at.locale === locale, `${locale} leads to a page in it`)
    const back = withoutOrigin(heads.get(other)?.alternates ?? {})
    must(JSON.stringify(back) === JSON.stringify(alternates), `${locale} leads back`)
  }

  const only = (property: string) =>
    head.openGraph[property]?.length === 1 ? head.openGraph[property]?.[0] : undefined
  for (const property of ['type', 'site_name', 'title', 'description', 'locale', 'image:alt'])
    must(only(`og:${property}`), `one og:${property}`)
  must(only('og:url') === address, 'og:url')
  must(/^[a-z]{2}_[A-Z]{2}$/.test(only('og:locale') ?? ''), 'og:locale')
  must(
    (head.openGraph['og:locale:alternate'] ?? []).length === Math.max(0, at.page.locales.length - 1),
    'og:locale:alternate of each other language',
  )
  must(
    [only('og:image:type'), only('og:image:width'), only('og:image:height')].join() === 'image/png,300,300',
    'og:image',
  )
  const image = site.pages.shareImage(at, brand).path
  must(only('og:image') === origin + image, 'the picture of the page')
  const png = replies.get(image)?.body
  must(png?.toString('latin1', 1, 4) === 'PNG', 'a picture that is there')
  must(png && [png.readUInt32BE(16), png.readUInt32BE(20)].join() === '300,300', 'a picture as large as the head says')

  const { Organization: organization, BreadcrumbList: trail, FAQPage: faq } = head.data as Record<string, never>
  must(isHidden === (organization === undefined), 'who is behind it, on what is indexed')
  if (organization) must(filled(organization, ['@id', 'name', 'url', 'logo']), 'Organization')
  if (trail)
    must(
      isTrail(trail, address, (item) => pages.has(item.replace(origin, '') || '/')),
      'BreadcrumbList',
    )
  const hasQuestions = Object.values(at.page.sections).some(({ kind }) => kind === 'faq')
  must((hasQuestions && !isHidden) === (faq !== undefined), 'FAQPage where there are questions')
  if (faq) must(isFaq(faq), 'FAQPage')
  return wrong
}

function withoutOrigin(alternates: PageHead['alternates']): Record<string, string> {
  return Object.fromEntries(Object.entries(alternates).map(([locale, href]) => [locale, new URL(href).pathname]))
}

function filled(node: Record<string, unknown>, keys: readonly string[]): boolean {
  return keys.every((key) => typeof node[key] === 'string' && node[key] !== '')
}

/** https://developers.google.com/search/docs/appearance/structured-data/breadcrumb: two items at least. */
function isTrail(
  node: { itemListElement: Record<string, unknown>[] },
  address: string,
  isPage: (item: string) => boolean,
): boolean {
  const items = node.itemListElement
  return (
    items.length >= 2 &&
    items.every(
      (item, index) => item.position === index + 1 && filled(item, ['name', 'item']) && isPage(String(item.item)),
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
