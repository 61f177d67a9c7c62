import type { FormDefinition } from '#schemas/generated/form.ts'
import type { DefinitionProblem } from '../../../definition-problem.ts'
import { didYouMean } from '../../../sources/did-you-mean.ts'
import type { Entry, Library } from '../../../sources/source.ts'
import { checkDestination } from '../../check-destination.ts'
import { checkWhen } from '../check-when.ts'
import type { WrittenField } from '../written-fields.ts'

/** What is read back is a field, conditions of alerts read answers that there can be, and a page is there for all. */
export function checkThanks(
  { file, value: { thanks, locales, draft = false } }: Entry<FormDefinition>,
  fields: readonly WrittenField[],
  library: Library,
): DefinitionProblem[] {
  const path = ['thanks', 'alerts']
  const ofAlerts = Object.entries(thanks?.alerts ?? {}).flatMap(([id, { when }]) =>
    checkWhen(when, { file, path: [...path, id, 'when'], nest: {} }, fields, fields, null),
  )
  const led = { locales, isDraft: draft }
  const ofPage = thanks?.page ? checkDestination(thanks.page, led, library, { file, path: ['thanks', 'page'] }) : []
  const told = [...ofAlerts, ...ofPage]
  const shown = thanks?.shows
  const ids = fields.map(({ id }) => id)
  if (shown === undefined || ids.includes(shown)) return told
  const message = `The form has no field "${shown}".${didYouMean(shown, ids)}`
  return [...told, { file, path: ['thanks', 'shows'], on: 'value', message }]
}
