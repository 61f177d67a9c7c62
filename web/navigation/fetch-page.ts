import { type FoundPage, longestAsked, type PageView, type Query } from '#engine/site'
import { http } from '#web/http'
import type { PageData } from '#web/page'

/** How long a page may take, in ms. After that the visitor reads that it did not come. */
const deadlineMs = 10_000

/** A page that is not the one at hand. @param words those that it keeps where its own do not come */
export async function fetchPage(path: string, query: Query, { words }: PageView): Promise<FoundPage> {
  // No page reads a longer value, and campaigns write long ones.
  const read = new URLSearchParams([...query].filter(([, value]) => value.length <= longestAsked).slice(0, 10))
  const address = read.size > 0 ? `${path}?${read}` : path
  return http.send(`/api/page?path=${encodeURIComponent(address)}`, { timeout: deadlineMs }, async (reply) => {
    if (reply.status !== 200 && reply.status !== 404 && reply.status !== 410)
      throw new Error(`The page ${path} could not be fetched`)
    const { view, results } = (await reply.json()) as Pick<PageData, 'view' | 'results'>
    // Who asks for a page that is gone may be led elsewhere, and needs no words of it.
    if (!view.words?.chrome && reply.status === 200) console.error(`The words of ${path} did not come`)
    return {
      status: reply.status,
      view: view.words?.chrome ? view : { ...view, words },
      ...(results && { results }),
    }
  })
}
