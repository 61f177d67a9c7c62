import type { Site } from '../site.ts'

/** Where links of articles lead on a brand: to its own pages on social networks; where it has none, the words stay. */
export function socialTarget(catalog: Pick<Site, 'brands'>, brand: string): (target: string) => string | null {
  const { social = {} } = catalog.brands.byId(brand)
  return (target) => {
    const [, network] = /^social:(\w+)$/.exec(target) ?? []
    return network === undefined ? target : (social[network as keyof typeof social] ?? null)
  }
}
