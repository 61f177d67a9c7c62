import type { CrawledSite } from './crawl.ts'
import { addressOf, type PageRow, prefixed } from './page-table.ts'

/** What of a row of the table does not hold, in words. */
export function wrongOfRow(site: CrawledSite, row: PageRow): string[] {
  return Object.keys(site.site.definition.locales).flatMap((locale) => {
    const address = addressOf(row, locale)
    const page = site.pages.get(address)
    if (page?.status !== 200) return [`${address}: there is no page`]
    const wrong: string[] = []
    const must = (what: string, is: unknown, wanted: unknown) =>
      is === wanted || wrong.push(`${address}: ${what} is ${is}, not ${wanted}`)
    must('the language', /<html lang="([^"]*)"/.exec(page.html)?.[1], locale)
    must('the number of h1', page.html.match(/<h1[\s>]/g)?.length ?? 0, 1)
    must('the layout', /<main[^>]* data-layout="([^"]*)"/.exec(page.html)?.[1], row.layouts?.[locale] ?? row.layout)
    must('the main form', mainFormOf(site, page.html, locale), row.form)
    const plain = prefixed(row.path, locale)
    if (plain !== address) wrong.push(...wrongOfMove(site, plain, address))
    return wrong
  })
}

/** What is wrong with an address that leads to another: the page stands there, and nobody is sent twice. */
export function wrongOfMove({ pages, replies }: CrawledSite, former: string, present: string): string[] {
  const { status, location } = replies.get(former) ?? {}
  const isThere = pages.get(present)?.status === 200
  if (status === 301 && location === present && isThere) return []
  return [`${former}: answers ${status} and leads to ${location ?? 'nowhere'}, not to ${present} with 301`]
}

/** The form that takes the page over, by the definition that its HTML names. */
function mainFormOf({ site }: CrawledSite, html: string, locale: string): string | null {
  const [, definition] = /<form data-main="true"[^>]*>.*?name="definition" value="([^"]*)"/.exec(html) ?? []
  if (definition === undefined) return null
  const isIt = (id: string) => site.forms.versions(id, locale).some(({ hash }) => hash === definition)
  return site.forms.ids.find(isIt) ?? `of an unknown definition`
}
