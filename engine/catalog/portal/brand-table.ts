import type { BrandDefinition } from '#schemas/generated/brand.ts'
import type { Library } from '../sources/source.ts'

export type Brand = { id: string } & BrandDefinition

/** Finds brands by the host they are at home on, and by id; any other host or id has the site's own brand. */
export function brandTable({ brands, site }: Library): {
  brandAt: (host: string) => Brand
  brand: (id: string) => Brand
} {
  const all = [...brands].map(([id, { value }]): Brand => ({ id, ...value }))
  const own = brands.get(site.value.brand)?.value as BrandDefinition
  const byHost = new Map(all.flatMap((brand) => hostsOf(brand).map((host) => [host, brand])))
  const ours: Brand = { id: site.value.brand, ...own }
  return {
    brandAt(asked) {
      const host = asked.toLowerCase()
      return byHost.get(host) ?? byHost.get(host.replace(/:\d+$/, '')) ?? ours
    },
    brand: (id) => all.find((brand) => brand.id === id) ?? ours,
  }
}

/** The hosts a brand answers on, its canonical origin's first. */
export function hostsOf({ origin, hosts = [] }: Pick<BrandDefinition, 'origin' | 'hosts'>): string[] {
  return [...(origin === undefined ? [] : [origin.replace(/^https?:\/\//, '').toLowerCase()]), ...hosts]
}

/** `example` for a brand at https://www.example.com; a brand without an address has its id. */
export function siteLabel({ id, origin }: Brand): string {
  const hostname = (origin ?? id).replaceAll(/^https?:\/\/|:\d+$/g, '')
  return hostname.split('.').at(-2) ?? hostname
}
