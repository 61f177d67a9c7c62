import { type Crawled, type CrawledSite, filesOf } from './crawl.ts'
import { plain } from './page-text.ts'

/** The links and files of a page that lead nowhere, in words. A link to where a page stood before is one of them. */
export function brokenLinks(site: CrawledSite, { at, brand, path, html }: Crawled): string[] {
  const links = [...html.matchAll(/<(a|form)\s[^>]*?(?:href|action)="([^"]*)"/g)].flatMap(
    ([, element, address = '']) => {
      const target = plain(address)
      if (/^(?:mailto|tel):\S+$/.test(target)) return []
      const { origin, pathname, hash } = new URL(target, `http://leadwright.invalid${path}`)
      if (origin !== 'http://leadwright.invalid') return origin.startsWith('https://') ? [] : [`${target} is not https`]
      const found = site.site.pages.at(brand.id, pathname)
      const page = found && site.pages.get(decodeURI(pathname))
      if (!page) return [`${target} leads nowhere`]
      // A form's address says where it stands once it is sent.
      const id = element === 'a' ? decodeURIComponent(hash.slice(1)) : ''
      return id === '' || page.html.includes(` id="${id}"`) ? [] : [`${target}: nothing there is called ${id}`]
    },
  )
  const files = filesOf(html).flatMap((file) => (site.replies.get(file)?.status === 200 ? [] : [`${file} is missing`]))
  const drawings = [...html.matchAll(/<use href="([^"#]*)#([^"]+)"/g)].flatMap(([, file = '', id]) =>
    site.replies.get(file)?.body.includes(`id="${id}"`) ? [] : [`${file} has no ${id}`],
  )
  return [...new Set([...links, ...files, ...drawings])].map((wrong) => `${path} (${at.id}): ${wrong}`)
}
