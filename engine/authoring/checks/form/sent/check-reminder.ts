import { mergePatch } from '#engine/form/model'
import { type DefinitionProblem, didYouMean, type Entry, type Library, reference, writtenFields } from '#engine/library'
import { buttonTo } from '#engine/site'
import type { FormDefinition } from '#schemas/generated/form.ts'
import { offersIn } from './check-offer-mails.ts'

const dates = ['date', 'month-year']

/** A reminder is a mail that there is, about one date that is asked for, to somebody who can end it. */
export function checkReminder(form: Entry<FormDefinition>, library: Library): DefinitionProblem[] {
  const { file, value } = form
  const rules = Object.entries(value.localeRules ?? {})
  const own = { value, written: value.reminder, path: ['reminder'] }
  const ruled = rules.map(([locale, rule]) => ({
    value: mergePatch(value, rule) as FormDefinition,
    written: rule.reminder,
    path: ['localeRules', locale, 'reminder'],
  }))
  return [own, ...ruled].flatMap(({ value, written, path }): DefinitionProblem[] => {
    if (!written) return []
    if (!value.subscription) {
      const message = `Who gets a reminder must be able to end it, so the form subscribes too. Add "subscription" to it.`
      return [{ file, path, on: 'key', message }]
    }
    const { mail, field } = written
    return [
      ...(typeof mail === 'string' ? checkMail(mail, library, { file, path: [...path, 'mail'] }) : []),
      ...(typeof field === 'string' ? checkField(field, { ...form, value }, library, [...path, 'field']) : []),
    ]
  })
}

function checkMail(id: string, library: Library, at: { file: string; path: readonly string[] }): DefinitionProblem[] {
  const say = (message: string): DefinitionProblem[] => [{ ...at, on: 'value', message }]
  const mail = library.mails.get(id)?.value
  if (!mail) return reference(library, 'mails', id, { ...at, on: 'value' })
  if (buttonTo(mail) === 'confirm')
    return say(
      `The button of the mail "${id}" is to confirm a subscription, and a reminder has none. Name another mail.`,
    )
  if (buttonTo(mail) === 'goOn')
    return say(
      `The button of the mail "${id}" is to go on with a saved form, and a reminder has none. Name another mail.`,
    )
  if (offersIn(mail)) return say(`The mail "${id}" is about offers, and a reminder has none. Name another mail.`)
  const list = Object.entries(mail.blocks).find(([, { kind }]) => kind === 'list')?.[0]
  if (list === undefined) return []
  return say(
    `The mail "${id}" has the list "${list}", which is filled in a receipt only. Name another mail, or take the list out of it.`,
  )
}

function checkField(
  id: string,
  form: Entry<FormDefinition>,
  library: Library,
  path: readonly string[],
): DefinitionProblem[] {
  const say = (message: string): DefinitionProblem[] => [{ file: form.file, path, on: 'value', message }]
  const fields = writtenFields(form, library)
  const found = fields.filter((field) => field.id === id)
  const known = fields.filter(({ field }) => dates.includes(field.kind ?? '')).map((field) => field.id)
  if (found.length === 0) return say(`The form has no field "${id}".${didYouMean(id, known)}`)
  if (id.includes('#')) return say(`"${id}" is asked several times, and a reminder goes out once. Name another field.`)
  if (found.some(({ field }) => dates.includes(field.kind ?? ''))) return []
  return say(`"${id}" is no date to remind of. Name a field of the kind "date" or "month-year".`)
}
