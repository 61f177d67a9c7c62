import type { Shown } from '#engine/form/values'
import type { Market } from '#schemas/generated/site.ts'
import type { Answer } from './answers.ts'
import type { FieldSchema, Kind, OwnKindWords, Parts, Widget } from './kind.ts'

/**
 * A kind of field that a repository adds. The same code runs on the server and in the browser.
 * @public
 */
export interface OwnKind {
  /** What a lead holds, for people: `a number plate`. */
  description: string
  /** The JSON Schema (draft-07) of one answer. */
  schema: FieldSchema
  /** Whether a text is right, where the schema cannot say it all. The message for a wrong one has the code `format`. */
  isRight?: (text: string) => boolean
  /** Texts that are right, the plainest first. They are needed with `isRight`, and proofs try them. */
  samples?: readonly string[]
  /** What was typed as an answer; null where it does not read as one. */
  read?: (text: string, shown: Shown) => Answer | null
  /** An answer as the visitor would say it. */
  say?: (answer: string | number, shown: Shown) => string
  /** The answer as it is stored and delivered, where visitors write it in several ways. Runs on the server only. */
  store?: (answer: Answer, market: Market) => Answer
  /** The controls, where one is not enough. */
  parts?: Parts
  /** What asks, where no widget of the product fits. */
  widget?: Widget
  /** The UI schema: `ui:widget` (such as `radio`, `select`, `textarea`), `ui:autocomplete`, `ui:options`. */
  ui?: Readonly<Record<string, unknown>>
  /** By language. */
  words: Readonly<Record<string, OwnKindWords>>
}

const own = new Map<string, Kind & Pick<OwnKind, 'words'>>()

/** Adds kinds by id. Once in a process, a thread and a page, before forms are resolved. */
export function addKinds(kinds: Readonly<Record<string, OwnKind>>): void {
  for (const [id, { description, schema, isRight, samples = [], ...rest }] of Object.entries(kinds)) {
    const format = { name: id, words: () => description, samples }
    own.set(id, {
      ...rest,
      schema: () => (isRight ? { ...schema, format: id } : schema),
      ...(isRight && { format: { ...format, isRight, beyond: `whether it is ${description}` } }),
      ...(!isRight && samples.length > 0 && { samples: () => samples }),
    })
  }
}

/** An added kind. */
export function ownKind(id: string): Kind | undefined {
  return own.get(id)
}

/** The words of added kinds in a language. */
export function ownKindWords(locale: string): Record<string, OwnKindWords> {
  return Object.fromEntries([...own].map(([id, { words }]) => [id, words[locale] ?? {}]))
}
