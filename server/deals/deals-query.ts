import { mostFound, usualLimit } from '#engine/site'
import type { Category } from '#schemas/generated/deals.ts'

/** The most deals a page may have. */
export const mostDeals = mostFound

/** The longest term or name of a shop, in characters. */
export const longestTerm = 100

const categories: readonly Category[] = ['fashion', 'tech', 'home', 'games']
const lastPage = 99_999

/** What a query asks for, or what one of its parameters must be. */
export type Parsed<T> = ({ ok: true } & T) | { ok: false; wrong: { name: string; rule: string } }

type Query = Readonly<Record<string, unknown>>

/** The query of `GET /shopping-deals`. @param locales of the site, the first its own */
export function parseDealsQuery(
  query: Query,
  locales: readonly string[],
): Parsed<{ locale: string; category?: Category; shop?: string; limit: number; page: number }> {
  const locale = localeIn(query, locales)
  if (locale === null) return refused('locale', `be one of ${locales.join(', ')}`)
  const limit = wholeNumber(query.limit, usualLimit, mostDeals)
  if (limit === null) return refused('limit', `be a whole number from 1 to ${mostDeals}`)
  const page = wholeNumber(query.page, 1, lastPage)
  if (page === null) return refused('page', `be a whole number from 1 to ${lastPage}`)
  const category = categories.find((each) => each === query.category)
  if (query.category !== undefined && !category) return refused('category', `be one of ${categories.join(', ')}`)
  const shop = textIn(query.shop)
  if (query.shop !== undefined && shop === null)
    return refused('shop', `be the name of a shop, ${longestTerm} characters at most`)
  return { ok: true, locale, limit, page, ...(category && { category }), ...(shop !== null && { shop }) }
}

/** The query of `GET /shopping-deals-by-title`. @param locales of the site, the first its own */
export function parseTitleQuery(query: Query, locales: readonly string[]): Parsed<{ locale: string; term: string }> {
  const locale = localeIn(query, locales)
  if (locale === null) return refused('locale', `be one of ${locales.join(', ')}`)
  const term = textIn(query.term)
  if (term === null || !/[\p{L}\p{N}]/u.test(term))
    return refused('term', `hold a letter or a digit, and ${longestTerm} characters at most`)
  return { ok: true, locale, term }
}

function refused(name: string, rule: string) {
  return { ok: false as const, wrong: { name, rule } }
}

function localeIn({ locale }: Query, locales: readonly string[]): string | null {
  return locales.find((each) => each === (locale ?? locales[0])) ?? null
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' && value.length <= longestTerm ? value : null
}

function wholeNumber(value: unknown, usual: number, most: number): number | null {
  if (value === undefined) return usual
  const number = typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 0
  return number >= 1 && number <= most ? number : null
}
