import type { Catalog } from '../catalog.ts'

/** Where links of articles lead on a brand: to its own pages on social networks; where it has none, the words stay. */
export function socialTarget(catalog: Pick<Catalog, 'brand'>, brand: string): (target: string) => string | null {
  const { social = {} } = catalog.brand(brand)
  return (target) => {
    const [, network] = /^social:(\w+)$/.exec(target) ?? []
    return network === undefined ? target : (social[network as keyof typeof social] ?? null)
  }
}
