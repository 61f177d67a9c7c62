import { type DefinitionProblem, didYouMean } from '#engine/library'

/** Entries beside each other: steps of a form, fields of a step. */
type Siblings = Readonly<Record<string, { after?: string }>>

/** `after` names an entry beside it, and following from one to the next comes to an end. */
export function checkAfter(entries: Siblings, at: { file: string; path: readonly string[] }): DefinitionProblem[] {
  return Object.entries(entries).flatMap(([id, { after }]) => {
    if (after === undefined) return []
    const say = (message: string) => [{ file: at.file, path: [...at.path, id, 'after'], on: 'value' as const, message }]
    if (after === id) return say(`"${id}" cannot follow itself. Remove "after".`)
    const others = Object.keys(entries).filter((other) => other !== id)
    if (!others.includes(after)) {
      return say(`There is no "${after}" next to "${id}" to follow.${didYouMean(after, others)}`)
    }
    return circles(id, entries) ? say(`"${id}" and "${after}" follow each other. Remove one "after".`) : []
  })
}

function circles(id: string, entries: Siblings): boolean {
  const seen = new Set([id])
  for (let next = entries[id]?.after; next !== undefined; next = entries[next]?.after) {
    if (seen.has(next)) return true
    seen.add(next)
  }
  return false
}
