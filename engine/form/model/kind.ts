import type { Shown } from '#engine/form/values'
import type { Market } from '#schemas/generated/site.ts'
import type { Answer } from './answers.ts'

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

/** How the text of an answer is written, where a pattern cannot say it all. */
export interface Format {
  /** Its name in our schemas, where one that differs by country carries it behind: phone-ES. */
  name: string
  /** Whether the same text may be right in one country (ISO 3166-1 alpha-2) and wrong in another. */
  byCountry?: true
  isRight: (text: string, country: string) => boolean
  /** What a lead holds, for people: “a day”. Where the words differ, so does what is held. */
  words: (country: string) => string
  /** Texts that are right, the plainest first. */
  samples: readonly string[]
  /** What keywords of JSON Schema (draft-07) say of it, for judges that do not know our formats. */
  standard?: (country: string) => Readonly<Record<string, string>>
  /** What they cannot say, for people; all is said where this is left out. */
  beyond?: string
}

/** The controls of a question that is asked with several, whose texts make one answer. */
export interface Parts {
  /** In the order they are asked; length is the most characters that one takes. */
  asked: readonly { id: string; length: number }[]
  /** What was typed into them as one text; called when any of them is filled. */
  join: (typed: readonly string[]) => string
  /** What to show in them for a text. */
  split: (text: string) => readonly string[]
}

/**
 * What a field kind says to visitors, in one language.
 * @public
 */
export interface OwnKindWords {
  title?: string
  hint?: string
  /** The names of its controls, by id. */
  parts?: Readonly<Record<string, string>>
  /** The words of its options, by id. */
  options?: Readonly<Record<string, string>>
  /** Messages by code, such as `required` and `format`. */
  errors?: Readonly<Record<string, string>>
  /** What its own widget says, by name. */
  widget?: Readonly<Record<string, string>>
}

/**
 * Part of what a widget draws.
 * @public
 */
export type Drawn = object | string | number | false | null | undefined | readonly Drawn[]

/**
 * What a widget draws its controls with.
 * @public
 */
export interface WidgetParts {
  /** Makes an element: its tag, its attributes as React names them, and what is in it. */
  h: (tag: string, attributes?: Readonly<Record<string, unknown>> | null, ...inside: readonly Drawn[]) => Drawn
  /** The attributes that a control needs: its id and name among them. Of a group, that of a position from 0. */
  control: (position?: number) => Readonly<Record<string, unknown>>
  /** The answer so far; empty where there is none. */
  value: string
  /** The kind's words in the language. */
  words: OwnKindWords
  locale: string
}

/**
 * What a question is answered with, as HTML that works without JavaScript.
 * @public
 */
export interface Widget {
  /** Whether it has several controls, such as radio buttons: the question is above all of them. */
  isGroup?: boolean
  /**
   * Draws it, on the server and in the browser alike. Controls get `defaultValue` or `defaultChecked`: what visitors
   * type stays in the page.
   */
  draw: (parts: WidgetParts) => Drawn
  /** Runs in the browser once the page is ready, with the HTML element around the widget. It may return what ends it. */
  start?(element: object): unknown
}

/**
 * A ready-made kind of field, and all that is known of it. Its words (label, hint, options, parts, messages) stand in
 * locales/<lng>/kinds.json.
 */
export interface Kind {
  /** What an answer must be, in the visitor's market. */
  schema: (market: Market) => FieldSchema
  /** The format that its schema names. */
  format?: Format
  /** The words of its options, where a language has them of itself. */
  options?: (locale: string) => Readonly<Record<string, string>>
  /** The rjsf UI schema: widget, autocomplete token, keyboard. */
  ui?: Readonly<Record<string, unknown>>
  /** The controls, where one is not enough. Their names are words of the kind, or of the product (chrome.json). */
  parts?: Parts
  /** What asks, for kinds that a repository adds. */
  widget?: Widget
  /** For what is told by the calendar, which `earliest` and `latest` are about: how exactly. */
  calendar?: 'day' | 'month'
  /** The first and last day or month accepted, unless the field says otherwise. */
  bounds?: DateBounds
  /** What was typed as an answer; null when it does not read as one. */
  read?: (text: string, shown: Shown) => Answer | null
  /** An answer, or a limit of answers, as the visitor would say it. */
  say?: (answer: string | number, shown: Shown) => string
  /** The answer as it is stored and relayed, for kinds that visitors write in several ways. */
  store?: (answer: Answer, market: Market) => Answer
  /** Answers to try in proofs, where neither the schema nor the format shows one. */
  samples?: (bounds: DateBounds, today: string) => readonly Answer[]
  /** What its questions are parts of: they stay on one screen where each question has its own. */
  partOf?: 'name' | 'address'
  /** Whether a visitor is known again by the answer. */
  isContact?: true
  /** Whether its numbers are money of the market's currency. */
  isMoney?: true
  /** Whether its options are countries, so that it may set the market. */
  isCountry?: true
  /** Whether its answers are files that were uploaded before. */
  isFile?: true
}

/** Text on one line: control characters would travel into mails, logs and spreadsheets. */
export function line(maxLength: number, more: Record<string, unknown> = {}): FieldSchema {
  return { type: 'string', maxLength, pattern: '^[^\\u0000-\\u001f\\u007f]*$', ...more }
}

/** The option that stands alone when it is chosen, such as “None of these”; undefined where each goes with each. */
export function exclusiveOption({ not }: FieldSchema): string | undefined {
  return (not as { contains?: { const?: string } } | undefined)?.contains?.const
}
