import { htmlText } from '#engine/form/values'
import { alternatesOf, pagePath } from '../addresses/paths.ts'
import type { Brand } from '../brand-table.ts'
import type { Site } from '../site.ts'

/**
 * A brand's pages for search engines, each with its language versions (sitemaps.org 0.9). Forms' own addresses are not
 * among them: what people should find has a page.
 * @param origin what the addresses begin with
 */
export function sitemap(
  { pages: { ofBrand: placesOf }, definition: site }: Site,
  brand: Brand,
  origin: string,
): string {
  const urls = placesOf(brand.id)
    .filter(({ id, written }) => !written.noindex && !id.startsWith('form:'))
    .map(({ written: page, locale }) => ({ page, path: pagePath(site, page, locale) }))
    .filter(({ path }) => path !== '/' || !site.rootRedirect)
    .map(({ page, path }) => {
      const alternates = alternatesOf(site, page)
      const versions = [...alternates, ...alternates.slice(0, 1).map(({ path }) => ({ locale: 'x-default', path }))]
      const links = versions.map(
        (other) => `<xhtml:link rel="alternate" hreflang="${other.locale}" href="${htmlText(origin + other.path)}"/>`,
      )
      return `<url><loc>${htmlText(origin + path)}</loc>${links.join('')}</url>`
    })
  const names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${names}>\n${urls.join('\n')}\n</urlset>\n`
}
