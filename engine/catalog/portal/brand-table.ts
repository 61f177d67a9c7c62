import type { BrandDefinition } from '#schemas/generated/brand.ts'
import type { Brand } from '../catalog.ts'
import type { Library } from '../sources/source.ts'

/** Finds brands by the host they are at home on, and by id; any other host or id has the site's own brand. */
export function brandTable({ brands, site }: Library): {
  brandAt: (host: string) => Brand
  brand: (id: string) => Brand
} {
  const all = [...brands].map(([id, { value }]): Brand => ({ id, ...value }))
  const own = brands.get(site.value.brand)?.value as BrandDefinition
  const byHost = new Map(
    all.flatMap((brand) => (brand.origin ? [[brand.origin.replace(/^https?:\/\//, '').toLowerCase(), brand]] : [])),
  )
  const ours: Brand = { id: site.value.brand, ...own }
  return {
    brandAt: (host) => byHost.get(host.toLowerCase()) ?? ours,
    brand: (id) => all.find((brand) => brand.id === id) ?? ours,
  }
}
