import type { FormDefinition } from '#schemas/generated/form.ts'
import type { DefinitionProblem } from '../../../library/definition-problem.ts'
import type { Entry, Library } from '../../../library/source.ts'
import type { WrittenField } from '../../../library/written-fields.ts'
import { checkWhen } from './check-when.ts'
import { checkOnward } from './sent/check-onward.ts'

/** The conditions of ends read answers that there can be, and what they lead to is there for all. */
export function checkEnds(
  { file, value: form }: Entry<FormDefinition>,
  fields: readonly WrittenField[],
  library: Library,
): DefinitionProblem[] {
  return Object.entries(form.ends ?? {}).flatMap(([id, end]) => [
    ...checkWhen(end.when, { file, path: ['ends', id, 'when'], nest: {} }, fields, fields, null),
    ...checkOnward(end, { form, library, file, path: ['ends', id] }),
  ])
}
