import { mistakesOf } from '#engine/form/journey'
import { type FieldSchema, type Kind, kindNamed, resolveField } from '#engine/form/model'
import { didYouMean } from '#engine/library'
import type { FieldDefinition } from '#schemas/generated/form.ts'
import { anywhere } from './anywhere.ts'

/** What an answer is, as far as keywords care. */
type Sort = 'text' | 'number' | 'date' | 'choice' | 'choices' | 'yes-no' | 'files'

/** Keywords that mean something to some answers only, and to which. */
const meant: readonly (readonly [keyword: keyof FieldDefinition, sorts: readonly Sort[], what: string])[] = [
  ['minimum', ['number'], 'a number'],
  ['maximum', ['number'], 'a number'],
  ['unit', ['number'], 'a number'],
  ['control', ['number'], 'a number'],
  ['step', ['number'], 'a number'],
  ['prefill', ['choice', 'yes-no', 'number'], 'a choice of one, yes or no, or a number'],
  ['optionsWhen', ['choice', 'choices'], 'options'],
  ['optionsBy', ['choice', 'choices'], 'options'],
  ['order', ['choice', 'choices'], 'options'],
  ['keepLast', ['choice', 'choices'], 'options'],
  ['minLength', ['text'], 'text'],
  ['maxLength', ['text'], 'text'],
  ['pattern', ['text'], 'text'],
  ['earliest', ['date'], 'a date'],
  ['latest', ['date'], 'a date'],
  ['minItems', ['choices'], 'a choice of several options ("multiple")'],
  ['maxItems', ['choices'], 'a choice of several options ("multiple")'],
  ['files', ['files'], 'uploaded files ("kind": "file")'],
]

/** What may draw an answer other than what does so by itself. */
const widgets: Partial<Record<Sort, readonly string[]>> = {
  text: ['text', 'textarea'],
  choice: ['radio', 'select'],
}

/** The keywords of a field that can have no effect on its answer, each with the sentence that says why. */
export function idleKeywords(field: FieldDefinition): { keyword: string; message: string }[] {
  const sort = sortOf(field)
  const idle = meant
    .filter(([keyword, sorts]) => sort !== null && field[keyword] !== undefined && !sorts.includes(sort))
    .map(([keyword, , what]) => ({ keyword, message: `"${keyword}" is about ${what}, which this is not. Remove it.` }))
  if (field.unit !== undefined && kindNamed(field.kind ?? null)?.isMoney)
    idle.push({ keyword: 'unit', message: 'What money counts is its currency. Remove "unit".' })
  const widget = field.ui?.['ui:widget']
  if (sort !== null && widget !== undefined && !widgets[sort]?.includes(widget))
    idle.push({ keyword: 'ui', message: `This cannot be drawn as "${widget}". Remove "ui:widget".` })
  const setsMarket =
    kindNamed(field.kind ?? null)?.isCountry || Object.keys(field.options ?? {}).some((id) => /^[a-z]{2}$/.test(id))
  if (!field.setsMarket || setsMarket) return idle
  const message =
    'Only a field of the kind "country", or options named by countries (be, nl), set the market. Remove it.'
  return [...idle, { keyword: 'setsMarket', message }]
}

/** What answers to a field are. null when the field does not say what it is, which is a mistake of its own. */
export function sortOf({ kind, options, optionList, multiple, type }: FieldDefinition): Sort | null {
  if (options || optionList !== undefined) return multiple ? 'choices' : 'choice'
  if (kind !== undefined) return sortOfKind(kindNamed(kind))
  return type === undefined ? null : sortOfSchema({ type })
}

/** The messages of a field for mistakes that no answer to it can have: nobody would ever read them. */
export function idleMessages(field: FieldDefinition): { code: string; message: string }[] {
  if (!field.errors || sortOf(field) === null) return []
  const resolved = resolveField({ name: '' }, field, anywhere)
  // Whether it must be answered may differ by language.
  const possible = ['required', ...mistakesOf(resolved)]
  return Object.keys(field.errors)
    .filter((code) => !possible.includes(code))
    .map((code) => ({
      code,
      message: `No answer to this is refused for "${code}", so the message is never shown.${didYouMean(code, possible)} Remove it.`,
    }))
}

function sortOfKind(kind: Kind | undefined): Sort | null {
  if (kind?.isFile) return 'files'
  return kind?.calendar ? 'date' : sortOfSchema(kind?.schema(anywhere.market))
}

function sortOfSchema(schema: FieldSchema | undefined): Sort | null {
  if (!schema) return null
  if (schema.type === 'boolean') return 'yes-no'
  if (schema.enum !== undefined) return 'choice'
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  return 'text'
}
