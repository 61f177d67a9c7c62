import type { Asked } from '../asked.ts'

/** Pages that are worth keeping. Who goes on longer than that searches. */
const pages = Array.from({ length: 199 }, (_, index) => String(index + 2))

/** What of an address a section with deals reads. */
export const dealReads = { page: pages, shop: /\S/, term: /\S/ } as const

/** Which deals an address asks for. Who searches has all shops before them. */
export interface DealsAt {
  page: number
  shop: string | null
  term: string | null
}

/** @param heeded what of it visitors can choose */
export function dealsAt(
  { page, shop, term }: Asked,
  heeded: { search?: boolean; shops?: boolean; pages?: boolean },
): DealsAt {
  const searched = heeded.search ? (term?.trim() ?? null) : null
  const chosen = heeded.shops && searched === null ? (shop ?? null) : null
  return { page: heeded.pages === false ? 1 : Number(page ?? 1), shop: chosen, term: searched }
}

/** The address of deals; the first page says nothing of it. */
export function dealsHref(path: string, section: string, { page, shop, term }: Partial<DealsAt>): string {
  const pairs = Object.entries({ term, shop, page: page === 1 ? null : page }).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return `${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}#${section}`
}
