import type { FormDefinition } from '#schemas/generated/form.ts'
import type { DefinitionProblem } from '../../../library/definition-problem.ts'
import type { Entry } from '../../../library/source.ts'
import type { WrittenField } from '../../../library/written-fields.ts'

/** A step that nests or repeats: its list has a name of its own, and limits that can be met. */
export function checkNesting(
  stepId: string,
  { file, value }: Entry<FormDefinition>,
  above: readonly WrittenField[],
): DefinitionProblem[] {
  const { as, repeat } = value.steps[stepId] ?? {}
  const say = (key: string[], message: string) => [
    { file, path: ['steps', stepId, ...key], on: 'value' as const, message },
  ]
  if (repeat && as === undefined) {
    return say(['repeat'], `A step that repeats needs "as", the name its list of answers is stored under. Add it.`)
  }
  if (repeat && repeat.min > repeat.max) {
    return say(['repeat', 'min'], `"min" is more than "max". Lower it to ${repeat.max} at most.`)
  }
  const taken = above.find(({ id, path }) => id === as && path.at(-1) !== 'as')
  if (taken) {
    const place = `${taken.file} (${taken.path.join('.')})`
    return say(['as'], `The name "${as}" is taken by the field in ${place}. Give one of the two another.`)
  }
  const steps = Object.entries(value.steps)
  const first = steps.find(([id, step]) => id !== stepId && step.as === as)
  const later = first && steps.findIndex(([id]) => id === first[0]) < steps.findIndex(([id]) => id === stepId)
  if (as === undefined || !first || !later || !(repeat || first[1].repeat)) return []
  return say(['as'], `The list "${as}" is asked by the step "${first[0]}" already. Give one of the two another name.`)
}
