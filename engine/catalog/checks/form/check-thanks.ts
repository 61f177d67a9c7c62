import type { FormDefinition } from '#schemas/generated/form.ts'
import type { DefinitionProblem } from '../../definition-problem.ts'
import { didYouMean } from '../../sources/did-you-mean.ts'
import type { Entry } from '../../sources/source.ts'
import { checkWhen } from './check-when.ts'
import type { WrittenField } from './written-fields.ts'

/** What is read back is a field, and the conditions of alerts read answers that there can be. */
export function checkThanks(
  { file, value: { thanks } }: Entry<FormDefinition>,
  fields: readonly WrittenField[],
): DefinitionProblem[] {
  const path = ['thanks', 'alerts']
  const ofAlerts = Object.entries(thanks?.alerts ?? {}).flatMap(([id, { when }]) =>
    checkWhen(when, { file, path: [...path, id, 'when'], nest: {} }, fields, fields, null),
  )
  const shown = thanks?.shows
  const ids = fields.map(({ id }) => id)
  if (shown === undefined || ids.includes(shown)) return ofAlerts
  const message = `The form has no field "${shown}".${didYouMean(shown, ids)}`
  return [...ofAlerts, { file, path: ['thanks', 'shows'], on: 'value', message }]
}
