import type { BrandDefinition } from '#schemas/generated/brand.ts'
import type { Brand } from './catalog.ts'
import type { Library } from './source.ts'

/** Finds the brand that is at home on a host; any other host shows the site's own brand. */
export function brandTable({ brands, site }: Library): (host: string) => Brand {
  const all = [...brands].map(([id, { value }]): Brand => ({ id, ...value }))
  const own = brands.get(site.value.brand)?.value as BrandDefinition
  const byHost = new Map(
    all.flatMap((brand) => (brand.origin ? [[brand.origin.replace(/^https?:\/\//, '').toLowerCase(), brand]] : [])),
  )
  return (host) => byHost.get(host.toLowerCase()) ?? { id: site.value.brand, ...own }
}
