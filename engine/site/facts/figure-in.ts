import type { Figure } from '#engine/form/model'
import type { Fact } from '#schemas/generated/site.ts'

/** What a fact is in the market of a country; null where it has no figure there. */
export function figureIn({ unit, markets = {}, ...fact }: Fact, country: string): Figure | null {
  const own = Object.hasOwn(markets, country) ? markets[country] : {}
  if (!own) return null
  const { value, from, to, currency, measure } = { ...fact, ...own }
  const about = { unit, ...(currency && { currency }), ...(measure && { measure }) }
  // A market's range takes the place of a value.
  const isValue = own.value !== undefined || (own.from === undefined && own.to === undefined)
  if (isValue && value !== undefined) return { ...about, ends: [value] }
  return from === undefined || to === undefined ? null : { ...about, ends: [from, to] }
}
