import type { FormDefinition } from '#schemas/generated/form.ts'
import type { DefinitionProblem } from '../../../../library/definition-problem.ts'
import { didYouMean } from '../../../../library/did-you-mean.ts'
import type { Entry, Library } from '../../../../library/source.ts'
import type { WrittenField } from '../../../../library/written-fields.ts'
import { checkDestination } from '../../check-destination.ts'
import { checkWhen } from '../check-when.ts'
import { checkOnward } from './check-onward.ts'

/** What is read back is a field, conditions of alerts read answers that there can be, and what is led to is there for all. */
export function checkThanks(
  { file, value: form }: Entry<FormDefinition>,
  fields: readonly WrittenField[],
  library: Library,
): DefinitionProblem[] {
  const { thanks, locales, draft = false } = form
  const path = ['thanks', 'alerts']
  const leading = { form, library, file }
  const ofAlerts = Object.entries(thanks?.alerts ?? {}).flatMap(([id, alert]) => [
    ...checkWhen(alert.when, { file, path: [...path, id, 'when'], nest: {} }, fields, fields, null),
    ...checkOnward(alert, { ...leading, path: [...path, id] }),
  ])
  const led = { locales, isDraft: draft }
  const ofPage = thanks?.page ? checkDestination(thanks.page, led, library, { file, path: ['thanks', 'page'] }) : []
  const told = [...ofAlerts, ...ofPage, ...(thanks ? checkOnward(thanks, { ...leading, path: ['thanks'] }) : [])]
  const shown = thanks?.shows
  // A value that is computed is a number without words.
  const ids = fields.flatMap(({ id, after }) => (after === undefined ? [id] : []))
  if (shown === undefined || ids.includes(shown)) return told
  const message = `The form has no field "${shown}".${didYouMean(shown, ids)}`
  return [...told, { file, path: ['thanks', 'shows'], on: 'value', message }]
}
