import { forLocale } from '#engine/form/model'
import { memoizeByObject } from '#engine/form/values'
import type { Library } from '#engine/library'
import type { DealsDefinition, DealWords } from '#schemas/generated/deals.ts'
import { inLanguage } from '../in-language.ts'
import type { ListedDeal } from './listed-deal.ts'

/** deals.json stands at the top, and is known under this name in its folder of one. */
const dealsId = 'deals'

const kept = memoizeByObject<readonly ListedDeal[]>()

/** The deals of deals.json with their words in each language; none without such a file. */
export function siteDeals(library: Library, imageOf: (picture: string) => string | null): readonly ListedDeal[] {
  const definition = library.deals.get(dealsId)?.value
  if (!definition) return []
  return kept(library, '', () => {
    const languages = definition.locales.map((locale) => [locale, wordsIn(library, locale)] as const)
    return Object.entries(definition.deals).map(([id, { shop, category, start, end, picture, markets }]) => ({
      ...{ id, shop, category, markets },
      ...{ start: Date.parse(start), end: Date.parse(end) },
      image: picture === undefined ? null : imageOf(picture),
      words: Object.fromEntries(
        languages.flatMap(([locale, words]) => (words[id] ? [[locale, words[id]] as const] : [])),
      ),
    }))
  })
}

/** What is said of each deal that is offered in a language, by id. */
function wordsIn(library: Library, locale: string): Readonly<Record<string, DealWords>> {
  const said = inLanguage(library, 'deals', dealsId, locale) as DealsDefinition | null
  const offered = said ? forLocale(said.deals, locale) : {}
  return Object.fromEntries(
    Object.entries(offered).map(([id, { title, condition }]) => [
      id,
      { title, ...(condition !== undefined && { condition }) },
    ]),
  )
}
