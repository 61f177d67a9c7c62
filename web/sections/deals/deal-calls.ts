import type { Deal, DealPage } from '#schemas/generated/api/deals.ts'
import { http } from '../../http/http-client.ts'

/** How long deals may take, in ms. */
const timeout = 10_000

/** What is asked for; what is undefined is not named. */
type Parameters = Readonly<Record<string, string | number | undefined>>

/** A page of the deals that hold now. @throws where none comes */
export function fetchDeals(asked: Parameters): Promise<DealPage> {
  return fetched('/shopping-deals', asked)
}

/** The deals whose title or shop has the words of a term, the best match first. @throws where no answer comes */
export async function fetchDealsByTitle(term: string, locale: string): Promise<readonly Deal[]> {
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
