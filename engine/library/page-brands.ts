import type { PageDefinition } from '#schemas/generated/page.ts'
import type { Library } from './source.ts'

/** The brands that show a page, by id: those it names, or all. */
export function brandsOf({ brands }: Pick<PageDefinition, 'brands'>, library: Pick<Library, 'brands'>): string[] {
  return brands ?? [...library.brands.keys()]
}

/**
 * Says that a page is not there for everybody who is led to it; null when it is.
 * @param from the brands that lead to it
 */
export function lackingBrand(
  id: string,
  target: PageDefinition,
  from: readonly string[],
  library: Library,
): string | null {
  const shown = brandsOf(target, library)
  const lacking = from.filter((brand) => library.brands.has(brand) && !shown.includes(brand))
  if (lacking.length === 0) return null
  return `The page "${id}" is not shown by the brand ${lacking.join(', ')}, so this leads nowhere there. Add the brand to the page's "brands", or take this out for it.`
}
