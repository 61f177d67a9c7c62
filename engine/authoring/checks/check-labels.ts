import { isTree } from '#engine/form/model'
import type { DefinitionProblem, Library } from '#engine/library'

/** Options that visitors cannot tell apart, because two of one question are called the same. */
export function checkLabels({ forms, groups, lists, words }: Library): DefinitionProblem[] {
  const definitions = [...forms.values(), ...groups.values(), ...lists.values()]
  return [
    ...definitions.flatMap(({ file, value, own }) => sameLabels(file, own ?? value)),
    ...[...words].flatMap(([key, { file, value }]) =>
      ['forms', 'groups'].includes(key.split('/')[1] ?? '') ? sameLabels(file, value) : [],
    ),
  ]
}

/** In the `options` of every field, and those of a list, which stand by language. A field may be called so too. */
function sameLabels(file: string, tree: unknown, path: readonly string[] = []): DefinitionProblem[] {
  if (!isTree(tree)) return []
  return Object.entries(tree).flatMap(([key, value]) => {
    const here = [...path, key]
    const isOptions = key === 'options' && (path.length === 0 || path.at(-2) === 'fields')
    return isOptions && isTree(value) ? twice(file, value, here) : sameLabels(file, value, here)
  })
}

function twice(file: string, options: object, path: readonly string[]): DefinitionProblem[] {
  const first = new Map<string, string>()
  return Object.entries(options).flatMap(([id, label]) => {
    if (isTree(label)) return twice(file, label, [...path, id])
    if (typeof label !== 'string') return []
    const text = label.trim().toLowerCase()
    const other = first.get(text)
    if (other === undefined) {
      first.set(text, id)
      return []
    }
    const message = `The options "${other}" and "${id}" are both called "${label.trim()}". Visitors cannot tell them apart: rename one.`
    return [{ file, path: [...path, id], on: 'value' as const, message }]
  })
}
