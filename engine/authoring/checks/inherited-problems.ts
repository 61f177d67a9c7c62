import type { DefinitionProblem } from '../../library/definition-problem.ts'
import type { Library } from '../../library/source.ts'

/** The problems without those that variants only have because the definitions beneath them have: they are said once. */
export function withoutInherited(
  problems: readonly DefinitionProblem[],
  { forms, pages }: Library,
): DefinitionProblem[] {
  const bases = new Map(
    [forms, pages].flatMap((entries) =>
      [...entries.values()].flatMap(({ file, variantOf }): [string, string][] => {
        const base = entries.get(variantOf ?? '')?.file
        return base === undefined ? [] : [[file, base]]
      }),
    ),
  )
  const places = new Set(problems.map(placeOf))
  return problems.filter((problem) => {
    const base = bases.get(problem.file)
    return base === undefined || !places.has(placeOf({ ...problem, file: base }))
  })
}

function placeOf({ file, path, on }: DefinitionProblem): string {
  return JSON.stringify([file, path, on])
}
