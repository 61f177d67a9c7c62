import { isTree } from '#engine/form/model'
import { oncePerValue } from '#engine/form/values'
import type { DefinitionProblem, Library } from '#engine/library'
import { factsNamed } from '#engine/site'

/** Facts that nothing uses, and those that are used and still said to be planned. Visitors meet neither. */
export function idleFacts(library: Library): DefinitionProblem[] {
  const { site, words, broken: _, ...folders } = library
  const definitions = Object.values(folders).flatMap((entries) => [...entries.values()])
  const used = new Set<string>()
  for (const { value } of [...definitions, ...words.values()]) for (const name of named(value)) used.add(name)
  return Object.entries(site.value.facts ?? {}).flatMap(([name, { planned = false }]) => {
    if (used.has(name) !== planned) return []
    const path = planned ? ['facts', name, 'planned'] : ['facts', name]
    const message = planned
      ? `The fact "${name}" is used now. Remove "planned".`
      : `Nothing uses the fact "${name}". Say it in words as {fact:${name}}, mark it "planned": true, or remove it.`
    return [{ file: site.file, path, on: 'key' as const, message }]
  })
}

const kept = oncePerValue<readonly string[]>()

function named(value: object): readonly string[] {
  return kept(value, '', () => {
    const names = new Set<string>()
    addFacts(value, names)
    return [...names]
  })
}

/** In words as {fact:savings}, elsewhere as { "fact": "savings" }. */
function addFacts(value: unknown, names: Set<string>): void {
  if (typeof value === 'string') for (const { name } of factsNamed(value)) names.add(name)
  else if (Array.isArray(value)) for (const each of value) addFacts(each, names)
  else if (isTree(value) && typeof value.fact === 'string') names.add(value.fact)
  else if (isTree(value)) for (const key of Object.keys(value)) addFacts(value[key], names)
}
