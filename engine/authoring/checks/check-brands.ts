import type { DefinitionProblem } from '../../library/definition-problem.ts'
import type { Library } from '../../library/source.ts'
import { hostsOf } from '../../site/brand-table.ts'

/** A host is one brand's. */
export function checkBrands({ brands }: Library): DefinitionProblem[] {
  const taken = new Map<string, { id: string; file: string }>()
  return [...brands].flatMap(([id, { file, value }]) =>
    hostsOf(value).flatMap((host) => {
      const first = taken.get(host)
      taken.set(host, first ?? { id, file })
      if (!first) return []
      const index = value.hosts?.indexOf(host) ?? -1
      const path = index < 0 ? ['origin'] : ['hosts', String(index)]
      const message =
        first.id === id
          ? `The host ${host} is the origin's already. Take it out of "hosts".`
          : `The host ${host} is taken by ${first.file}. A host is one brand's: give it to one of the two.`
      return [{ file, path, on: 'value' as const, message, with: [`brands/${first.id}`] }]
    }),
  )
}
