import {
  type Answer,
  type Answers,
  isAnswered,
  kindNamed,
  type Parts,
  type ResolvedField,
  type ResolvedForm,
} from '#engine/form/model'
import { cleanText, numberText, readNumber, type Shown } from '#engine/form/values'
import { everyField } from './journey.ts'

/** The names and values of a posted form, in order. */
export type Entries = readonly (readonly [name: string, value: string])[]

/** The name a field's control has in the page, as rjsf's bracketNameGenerator makes it. */
function fieldName({ id, schema }: ResolvedField): string {
  return schema.type === 'array' ? `root[${id}][]` : `root[${id}]`
}

/** The name of the control that a file is chosen with. A server puts what it makes of the file under the field's own name. */
export function fileControlName(id: string): string {
  return `root[${id}][file]`
}

/** The field that a file was chosen for, by the name of its control; null where it is no such name. */
export function fileControl(name: string): string | null {
  return /^root\[([^\]]+)\]\[file\]$/.exec(name)?.[1] ?? null
}

/** The answers in a posted form. Names that are no field of the form are ignored; nothing is judged here. */
export function readAnswers(form: ResolvedForm, entries: Entries): Answers {
  const counts = form.steps.flatMap(({ fields }) => fields.filter(({ kind }) => kind === 'count'))
  const read = (fields: readonly ResolvedField[]) => readFields(fields, entries, form)
  return read(everyField(form, read(counts)))
}

function readFields(fields: readonly ResolvedField[], entries: Entries, form: ResolvedForm): Answers {
  const answers: [string, Answer][] = []
  for (const field of fields) {
    const name = fieldName(field)
    const texts = entries.filter(([entry]) => entry === name).map(([, text]) => text)
    const text = readParts(name, kindNamed(field.kind)?.parts, entries) ?? texts.at(-1) ?? ''
    const answer = field.schema.type === 'array' ? texts : readText(text, field, form)
    if (isAnswered(answer)) answers.push([field.id, answer])
  }
  return Object.fromEntries(answers)
}

/** The same answers as names and values, for the hidden inputs that carry them from step to step. */
export function writeAnswers(fields: readonly ResolvedField[], answers: Answers, locale: string): Entries {
  return fields.flatMap((field) => {
    const answer = answers[field.id]
    if (answer === undefined) return []
    return [answer]
      .flat()
      .map(
        (value) => [fieldName(field), typeof value === 'number' ? numberText(value, locale) : String(value)] as const,
      )
  })
}

/** What was typed into the controls of a kind as one text; null when none of them was posted. */
function readParts(name: string, parts: Parts | undefined, entries: Entries): string | null {
  const posted = (parts?.asked ?? []).map(({ id }) => entries.findLast(([entry]) => entry === `${name}[${id}]`)?.[1])
  if (!parts || posted.every((text) => text === undefined)) return null
  const typed = posted.map((text = '') => text.trim())
  return typed.every((text) => text === '') ? '' : parts.join(typed)
}

/** Text that does not read as the field's type stays text, so that the judge can refuse it and the visitor see it. */
export function readText(
  text: string,
  { schema, kind, words: { unit = '' } }: Pick<ResolvedField, 'schema' | 'kind' | 'words'>,
  form: Shown,
): Answer {
  const trimmed = cleanText(text)
  if (trimmed === '') return trimmed
  const read = kindNamed(kind)?.read
  if (read) return read(trimmed, form) ?? trimmed
  if (schema.type === 'boolean')
    return trimmed === 'true' || trimmed === 'on' ? true : trimmed === 'false' ? false : trimmed
  if (schema.type === 'integer' || schema.type === 'number') {
    const hasUnit = trimmed.toLowerCase().endsWith(unit.toLowerCase())
    return readNumber(hasUnit ? trimmed.slice(0, trimmed.length - unit.length) : trimmed, form.locale) ?? trimmed
  }
  return trimmed
}
