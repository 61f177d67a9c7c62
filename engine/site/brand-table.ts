import type { Library } from '#engine/library'
import type { BrandDefinition } from '#schemas/generated/brand.ts'
import { type BrandFiles, brandFiles } from './brands/brand-files.ts'
import type { Hash } from './form-version.ts'

/** A brand with what of it has an address of its own; null where it leaves all colours to the site. */
export type Brand = { id: string; files: BrandFiles | null } & BrandDefinition

/**
 * Finds brands by the host they are at home on, and by id; any other host or id has the site's own brand. On the machine
 * it runs on, each answers at <id>.localhost too (RFC 6761, section 6.3).
 */
export function brandTable(
  { brands, site }: Library,
  hash: Hash,
): {
  at: (host: string) => Brand
  byId: (id: string) => Brand
  all: readonly Brand[]
} {
  const all = [...brands].map(([id, { value }]): Brand => ({ id, files: brandFiles(id, value, hash), ...value }))
  const byHost = new Map([
    ...all.map((brand) => [`${brand.id}.localhost`, brand] as const),
    ...all.flatMap((brand) => hostsOf(brand).map((host) => [host, brand] as const)),
  ])
  const ours = all.find(({ id }) => id === site.value.brand) as Brand
  return {
    at(asked) {
      const host = asked.toLowerCase()
      // A name may end with the dot of the root (RFC 1034, section 3.1).
      return byHost.get(host) ?? byHost.get(host.replace(/\.?(?::\d*)?$/, '')) ?? ours
    },
    all,
    byId: (id) => all.find((brand) => brand.id === id) ?? ours,
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
