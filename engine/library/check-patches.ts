import { isTree, type Tree } from '#engine/form/model'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { DefinitionProblem } from './definition-problem.ts'
import { didYouMean } from './did-you-mean.ts'
import type { Library } from './source.ts'

/** A place in a file. */
export interface Place {
  file: string
  path: readonly string[]
}

/** Containers of entries under ids: what an entry is called, and what a new one cannot do without. */
const entries: Readonly<Record<string, { what: string; needs: readonly string[]; sentence: string }>> = {
  steps: { what: 'step', needs: ['fields', 'use'], sentence: 'A new one needs "fields", or "use" of a group.' },
  fields: {
    what: 'field',
    needs: ['kind', 'options', 'list', 'type'],
    sentence: 'A new one needs a "kind", "options" or a "type".',
  },
  sections: { what: 'section', needs: ['kind'], sentence: 'A new one needs a "kind".' },
}

/**
 * A patch changes and removes what is there. A misspelt id would silently leave the entry as it is, or make a second
 * beside it that nobody meant.
 */
export function checkPatch(base: Tree, patch: Tree, { file, path }: Place): DefinitionProblem[] {
  // What stands in a section is another's: the steps of one that tells how it works are no form's.
  const container = path[0] === 'sections' && path.length > 1 ? undefined : entries[path.at(-1) ?? '']
  return Object.entries(patch).flatMap(([id, value]): DefinitionProblem[] => {
    const at = { file, path: [...path, id] }
    if (Object.hasOwn(base, id)) return isTree(value) ? checkPatch(subtree(base[id]), value, at) : []
    const others = Object.keys(base).filter((other) => !Object.hasOwn(patch, other))
    const say = (message: string) => [{ ...at, on: 'key' as const, message }]
    if (value === null)
      return say(
        `There is ${container ? `no ${container.what}` : 'nothing'} "${id}" to take out.${didYouMean(id, others)}`,
      )
    if (!container || !isTree(value)) return []
    if (container.needs.some((key) => (value[key] ?? null) !== null)) return []
    return say(`There is no ${container.what} "${id}" to change.${didYouMean(id, others)} ${container.sentence}`)
  })
}

function subtree(value: unknown): Tree {
  return isTree(value) ? value : {}
}

/** A form with the fields of its groups in place, as far as a patch can reach them. */
export function withGroups(form: FormDefinition, patch: Tree, { groups }: Library): Tree {
  const steps = Object.entries(form.steps).map(([id, step]) => {
    const { use = step.use } = subtree(subtree(patch.steps)[id])
    const ofGroup = typeof use === 'string' ? groups.get(use)?.value.fields : {}
    return [id, { ...step, fields: { ...ofGroup, ...step.fields } }]
  })
  return { ...form, steps: Object.fromEntries(steps) }
}
