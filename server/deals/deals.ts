import type { Catalog } from '#engine/catalog/catalog.ts'
import { type DealStock, dealStock, type Shelf } from '#engine/catalog/deals/shelf.ts'
import { oncePerValue } from '#engine/core/values/once-per-value.ts'

/** The deals of the site. */
export interface Deals {
  /** Those that hold now. */
  shelf: () => Shelf
  /** Another number for each shelf. */
  revision: () => number
}

const kept = oncePerValue<DealStock>()

/** @param catalog the one that is live */
export function openDeals({ catalog, now }: { catalog: () => Catalog; now: () => number }): Deals {
  const stock = () => {
    const current = catalog()
    return kept(current, '', () => dealStock(current.deals, current.site))
  }
  const shelf = () => stock().at(now())
  let last = { shelf: shelf(), revision: 1 }
  return {
    shelf,
    revision() {
      const current = shelf()
      if (last.shelf !== current) last = { shelf: current, revision: last.revision + 1 }
      return last.revision
    },
  }
}
