import type { Market } from '#schemas/generated/site.ts'
import type { Answer } from '../filling/answers.ts'

/** The JSON Schema (draft-07) of one answer, free of words so that every language can share its validator. */
export interface FieldSchema {
  type: 'string' | 'integer' | 'number' | 'boolean' | 'array'
  [keyword: string]: unknown
}

/** The earliest and latest day or month of an answer: a date, or counted from today (today, +30d, -18y). */
export interface DateBounds {
  earliest?: string
  latest?: string
}

/** A ready-made kind of field. Its words (label, hint, options, messages) stand in locales/<lng>/kinds.json. */
export interface Kind {
  /** What an answer must be, in the visitor's market. */
  schema: (market: Market) => FieldSchema
  /** The words of its options, where a language has them of itself. */
  options?: (locale: string) => Readonly<Record<string, string>>
  /** The rjsf UI schema: widget, autocomplete token, keyboard. */
  ui?: Readonly<Record<string, unknown>>
  /** The first and last day or month accepted, unless the field says otherwise. */
  bounds?: DateBounds
  /** The answer as it is stored and relayed, for kinds that visitors write in several ways. */
  store?: (answer: Answer, market: Market) => Answer
}

/** Text on one line: control characters would travel into mails, logs and spreadsheets. */
export function line(maxLength: number, more: Record<string, unknown> = {}): FieldSchema {
  return { type: 'string', maxLength, pattern: '^[^\\u0000-\\u001f\\u007f]*$', ...more }
}
