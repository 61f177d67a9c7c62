import {
  type Asked,
  askedBy,
  type DealsShown,
  dealReads,
  dealsAt,
  type PageView,
  type Query,
  type SectionView,
  shownMatches,
  shownPage,
} from '#engine/site'
import type { Deal, DealPage } from '#schemas/generated/api/deals.ts'
import { http } from '#web/http'

/** How long deals may take, in ms. */
const timeout = 10_000

type Section = Extract<SectionView, { kind: 'deals' }>

/**
 * A page of deals with those that another address of it asks for; null where the address asks for more than other
 * deals. The promise is rejected where they do not come.
 */
export function withDealsAt(view: PageView, query: Query): Promise<PageView> | null {
  const isOfDeals = (name: string) => Object.hasOwn(dealReads, name)
  const isSame = (name: string) => (query.get(name) ?? '') === (view.asked[name] ?? '')
  if (!view.reads.every((name) => isOfDeals(name) || isSame(name))) return null
  const others = Object.entries(view.asked).filter(([name]) => !isOfDeals(name))
  return filled(view, { ...Object.fromEntries(others), ...askedBy(dealReads, query) })
}

async function filled(view: PageView, asked: Asked): Promise<PageView> {
  const sections = view.sections.map(async (section) =>
    isDeals(section) ? { ...section, ...(await shownFor(section, view.locale, asked)) } : section,
  )
  return { ...view, asked, sections: await Promise.all(sections) }
}

function isDeals(section: SectionView): section is Section {
  return section.kind === 'deals'
}

async function shownFor(section: Section, locale: string, asked: Asked): Promise<DealsShown> {
  const { market, category, limit } = section
  const at = dealsAt(asked, section)
  const shown = { locale, market }
  if (at.term !== null) return shownMatches(section, at, await fetchDealsByTitle(at.term, locale), shown)
  const chosen = { shop: at.shop ?? undefined, sort: at.sort ?? undefined }
  const pageAt = (page: number) => fetchDeals({ locale, category, limit, page, ...chosen })
  const page = await pageAt(at.page)
  // The last deals of what was the last page are over.
  if (at.page > 1 && page.deals.length === 0) return shownPage(section, { ...at, page: 1 }, await pageAt(1), shown)
  return shownPage(section, at, page, shown)
}

/** What is asked for; what is undefined is not named. */
type Parameters = Readonly<Record<string, string | number | undefined>>

/** A page of the deals that hold now. @throws where none comes */
function fetchDeals(asked: Parameters): Promise<DealPage> {
  return fetched('/shopping-deals', asked)
}

/** The deals whose title or shop has the words of a term, the best match first. @throws where no answer comes */
async function fetchDealsByTitle(term: string, locale: string): Promise<readonly Deal[]> {
  const { deals } = await fetched<Pick<DealPage, 'deals'>>('/shopping-deals-by-title', { term, locale })
  return deals
}

function fetched<T>(path: string, asked: Parameters): Promise<T> {
  const named = Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return http.send(`${path}?${new URLSearchParams(named)}`, { timeout }, async (reply) => {
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
    return (await reply.json()) as T
  })
}
