import { type Answer, type Answers, isAnswered } from './answers.ts'
import { allFields, type ResolvedField, type ResolvedForm } from './form.ts'

/** The names and values of a posted form, in order. */
export type Entries = readonly (readonly [name: string, value: string])[]

/** The name a field's control has in the page, as rjsf's bracketNameGenerator makes it. */
function fieldName({ id, schema }: ResolvedField): string {
  return schema.type === 'array' ? `root[${id}][]` : `root[${id}]`
}

/** The answers in a posted form. Names that are no field of the form are ignored; nothing is judged here. */
export function readAnswers(form: ResolvedForm, entries: Entries): Answers {
  const answers: [string, Answer][] = []
  for (const field of allFields(form)) {
    const name = fieldName(field)
    const texts = entries.filter(([entry]) => entry === name).map(([, text]) => text)
    const answer = field.schema.type === 'array' ? texts : readText(texts.at(-1) ?? '', field)
    if (isAnswered(answer)) answers.push([field.id, answer])
  }
  return Object.fromEntries(answers)
}

/** The same answers as names and values, for the hidden inputs that carry them from step to step. */
export function writeAnswers(fields: readonly ResolvedField[], answers: Answers): Entries {
  return fields.flatMap((field) => {
    const answer = answers[field.id]
    if (answer === undefined) return []
    return [answer].flat().map((value) => [fieldName(field), String(value)] as const)
  })
}

/** Text that does not read as the field's type stays text, so that the judge can refuse it and the visitor see it. */
function readText(text: string, { schema }: ResolvedField): Answer {
  const trimmed = text.trim()
  if (schema.type === 'boolean')
    return trimmed === 'true' || trimmed === 'on' ? true : trimmed === 'false' ? false : trimmed
  if (schema.type === 'integer' || schema.type === 'number') return readNumber(trimmed)
  return trimmed
}

function readNumber(text: string): Answer {
  const plain = text.replaceAll(/[\s\u00a0\u202f]/g, '').replace(',', '.')
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(plain) ? Number(plain) : text
}
