import { memoizeByInput } from '#engine/form/values'
import type { BrandDefinition } from '#schemas/generated/brand.ts'
import type { PageDefinition } from '#schemas/generated/page.ts'
import type { Entry } from './source.ts'

const kept = memoizeByInput<PageDefinition>()

/**
 * Writes the brands that show it into each page, where a brand names the pages it shows. A page that names brands itself
 * is shown by these alone. The same page and brands give the same object.
 */
export function nameBrands(
  pages: Map<string, Entry<PageDefinition>>,
  brands: ReadonlyMap<string, Entry<BrandDefinition>>,
): void {
  if (![...brands.values()].some(({ value }) => value.pages)) return
  for (const [id, entry] of pages) {
    const { area, value, own = value } = entry
    if (value.brands) continue
    const shown = [...brands].flatMap(
      ([
        brand,
        {
          value: { pages: named },
        },
      ]) => (!named || named.includes(id) || named.includes(`${area}/`) ? [brand] : []),
    )
    if (shown.length === brands.size) continue
    pages.set(id, { ...entry, value: kept(value, shown, () => ({ ...value, brands: shown })), own })
  }
}
