import type { ResolvedField, ResolvedForm } from '../definition/form.ts'
import { cleanText } from '../values/clean-text.ts'
import { numberText, readAmount, readNumber } from '../values/numbers.ts'
import { type Answer, type Answers, isAnswered } from './answers.ts'
import { everyField } from './repeat.ts'

/** The names and values of a posted form, in order. */
export type Entries = readonly (readonly [name: string, value: string])[]

/** The name a field's control has in the page, as rjsf's bracketNameGenerator makes it. */
function fieldName({ id, schema }: ResolvedField): string {
  return schema.type === 'array' ? `root[${id}][]` : `root[${id}]`
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
    const text = readParts(name, partsOf(field), entries) ?? texts.at(-1) ?? ''
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

/** The controls a date is asked with, in the order of its text: year first. */
const dateParts: Readonly<Record<string, readonly string[]>> = {
  date: ['year', 'month', 'day'],
  'month-year': ['year', 'month'],
}

/** The parts of a field that is asked with several controls; empty for all others. */
function partsOf({ ui }: Pick<ResolvedField, 'ui'>): readonly string[] {
  return dateParts[String(ui['ui:widget'])] ?? []
}

/** The controls of a date as one text, 1990-02-07, or what was typed instead; null when they were not posted. */
function readParts(name: string, parts: readonly string[], entries: Entries): string | null {
  const posted = parts.map((part) => entries.findLast(([entry]) => entry === `${name}[${part}]`)?.[1])
  if (parts.length === 0 || posted.every((text) => text === undefined)) return null
  const typed = posted.map((text = '') => text.replaceAll(/[\s-]/g, ''))
  return typed.every((text) => text === '')
    ? ''
    : typed.map((text) => (/^\d$/.test(text) ? `0${text}` : text)).join('-')
}

/** Text that does not read as the field's type stays text, so that the judge can refuse it and the visitor see it. */
function readText(text: string, { schema, kind }: ResolvedField, { locale, market }: ResolvedForm): Answer {
  const trimmed = cleanText(text)
  if (schema.type === 'boolean')
    return trimmed === 'true' || trimmed === 'on' ? true : trimmed === 'false' ? false : trimmed
  if (kind === 'amount') return readAmount(trimmed, locale, market.currency) ?? trimmed
  if (schema.type === 'integer' || schema.type === 'number') return readNumber(trimmed, locale) ?? trimmed
  return trimmed
}
