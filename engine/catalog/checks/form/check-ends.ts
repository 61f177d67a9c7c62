import type { FormDefinition } from '#schemas/generated/form.ts'
import type { DefinitionProblem } from '../../definition-problem.ts'
import type { Entry } from '../../sources/source.ts'
import { checkWhen } from './check-when.ts'
import type { WrittenField } from './written-fields.ts'

/** The conditions of ends read answers that there can be. */
export function checkEnds(
  { file, value: { ends = {} } }: Entry<FormDefinition>,
  fields: readonly WrittenField[],
): DefinitionProblem[] {
  return Object.entries(ends).flatMap(([id, { when }]) =>
    checkWhen(when, { file, path: ['ends', id, 'when'], nest: {} }, fields, fields, null),
  )
}
