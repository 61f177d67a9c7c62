/** What the head of a rendered page says, as far as those read it who never see the page. */
export interface PageHead {
  titles: string[]
  descriptions: string[]
  headings: number
  canonical: string[]
  /** Language or x-default → address. */
  alternates: Record<string, string>
  noindex: boolean
  /** Open Graph: each property with all its values. */
  openGraph: Record<string, string[]>
  /** The nodes of its JSON-LD, by type. */
  data: Record<string, Record<string, unknown>>
}

export function pageHead(html: string): PageHead {
  const elements = [...html.matchAll(/<(link|meta)( [^>]*?)\/?>/g)].map(([, name, text = '']) => ({
    name,
    is: Object.fromEntries(
      [...text.matchAll(/ ([a-z-]+)="([^"]*)"/gi)].map(([, key = '', value = '']) => [key.toLowerCase(), plain(value)]),
    ),
  }))
  const metas = elements.filter(({ name }) => name === 'meta').map(({ is }) => is)
  const links = elements.filter(({ name }) => name === 'link').map(({ is }) => is)
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
  const graph = json === undefined ? [] : JSON.parse(json)['@graph']
  return {
    titles: [...html.matchAll(/<title>([^<]*)<\/title>/g)].map(([, text = '']) => plain(text)),
    descriptions: metas.flatMap((meta) => (meta.name === 'description' ? (meta.content ?? '') : [])),
    headings: [...html.matchAll(/<h1[\s>]/g)].length,
    canonical: links.flatMap(({ rel, href = '' }) => (rel === 'canonical' ? href : [])),
    alternates: Object.fromEntries(
      links.flatMap(({ rel, hreflang, href = '' }) =>
        rel === 'alternate' && hreflang !== undefined ? [[hreflang, href]] : [],
      ),
    ),
    noindex: metas.some(({ name, content }) => name === 'robots' && content === 'noindex'),
    openGraph: Object.fromEntries(
      [...Map.groupBy(metas, ({ property = '' }) => property)].map(([property, all]) => [
        property,
        all.map(({ content = '' }) => content),
      ]),
    ),
    data: Object.fromEntries(graph.map((node: Record<string, unknown>) => [node['@type'], node])),
  }
}

/** An attribute's or a title's text. */
function plain(text: string): string {
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
  return text.replaceAll(/&([a-z0-9#]+);/g, (whole, name) => signs[name] ?? whole)
}
