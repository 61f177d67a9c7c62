import type { AllOf, Expected, Test, When } from '#schemas/generated/form.ts'

/** One answer: text, a number, yes or no, or the ids of the options chosen. */
export type Answer = string | number | boolean | string[]

/** Field id → answer. What was not answered is absent. */
export type Answers = Readonly<Record<string, Answer>>

/** Answers as leads and the API hold them: those of a group in an object, those of a repeated group in a list. */
export type NestedAnswers = Readonly<Record<string, Answer | Answers | readonly Answers[]>>

/** Whether a value counts as an answer: empty text and an empty choice do not. */
export function isAnswered(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
}

/** The answer to a field, or undefined. Never one inherited from Object.prototype. */
export function answerTo(field: string, answers: Answers): Answer | undefined {
  return Object.hasOwn(answers, field) ? answers[field] : undefined
}

/** What is wrong with the answer to one field. */
export interface AnswerProblem {
  /** The field's id. */
  field: string
  /** The rule that was broken: required, unknown, or a keyword of the field's schema. */
  code: string
  /**
   * What the sentence says of the rule: { limit: 10 }; a day or month as YYYY-MM-DD or YYYY-MM. Where another answer sets
   * the limit, `of` is its field, and `by` says which of the field's limits it is.
   */
  params: Readonly<Record<string, string | number>>
  /** The sentence of whoever judged, in the visitor's language, where the limits stayed there. */
  message?: string
}

/** Judges the values present of one step against its schema, without a word of language. */
export type Judge = (values: Readonly<Record<string, unknown>>) => readonly AnswerProblem[]

/** The judge of a step, by the step's id. */
export type Judges = (step: string) => Judge

/** Where answers stand: by themselves, in a group (coBorrower), or in an item of a group that is asked several times. */
export interface Nest {
  group?: string | undefined
  /** Counted from 0; `each` for what stands for every item, as in definitions. */
  item?: number | 'each' | undefined
}

/** Where the answer to a field stands. */
export interface FieldPlace extends Nest {
  name: string
}

/** How a place is written, in pages, drafts and conditions: email, coBorrower.email, drivers.0.email, drivers.#.email. */
export function fieldId({ group, item, name }: FieldPlace): string {
  if (group === undefined) return name
  return item === undefined ? `${group}.${name}` : `${group}.${item === 'each' ? '#' : item}.${name}`
}

/** The place that an id names, for ids that came from outside: fields of ours carry theirs. */
export function fieldPlace(id: string): FieldPlace {
  if (!id.includes('.')) return { name: id }
  const [, group, item, name = id] = /^([^.]+)\.(?:(#|0|[1-9]\d*)\.)?(.+)$/s.exec(id) ?? []
  return { group, item: item === '#' ? 'each' : item === undefined ? undefined : Number(item), name }
}

/** The id of what a form holds in place of an item's field: drivers.0.email is one of drivers.#.email. */
export function templateId(place: FieldPlace): string {
  return fieldId(place.item === undefined ? place : { ...place, item: 'each' })
}

/** The keys that lead to an answer in a lead: drivers.0.email → drivers, 0, email. */
export function keysOf(id: string): string[] {
  const { group, item, name } = fieldPlace(id)
  return [group, item, name].flatMap((key) => (key === undefined ? [] : [String(key)]))
}

/** Whether a condition holds. No condition always holds; an unanswered field never meets anything. */
export function holds(when: When | undefined, answers: Answers): boolean {
  if (when === undefined) return true
  return Array.isArray(when) ? when.some((all) => allHold(all, answers)) : allHold(when, answers)
}

/** The ids of the fields a condition reads, each once, in the order they stand there. */
export function fieldsRead(when: When | undefined): string[] {
  if (when === undefined) return []
  return [...new Set([when].flat().flatMap((all) => Object.keys(all)))]
}

function allHold(all: AllOf, answers: Answers): boolean {
  for (const field of Object.keys(all)) {
    const answer = answerTo(field, answers)
    const expected = all[field]
    if (answer === undefined || expected === undefined || !meets(expected, answer)) return false
  }
  return true
}

/** Whether an answer is what a condition expects of its field. */
export function meets(expected: Expected, answer: Answer): boolean {
  if (Array.isArray(expected)) return expected.some((value) => equals(value, answer))
  if (typeof expected === 'object') return passes(expected, answer)
  return equals(expected, answer)
}

/** Against a choice of several, a value means: it is among those chosen. */
function equals(value: string | number | boolean, answer: Answer): boolean {
  return Array.isArray(answer) ? answer.includes(String(value)) : answer === value
}

function passes(test: Test, answer: Answer): boolean {
  return (
    (test.const === undefined || answer === test.const) &&
    (test.enum === undefined || test.enum.some((value) => value === answer)) &&
    (test.contains === undefined ||
      (Array.isArray(answer) && answer.some((item) => passes(test.contains ?? {}, item)))) &&
    (test.not === undefined || !passes(test.not, answer)) &&
    (test.startsWith === undefined || begins(test.startsWith, answer)) &&
    inRange(test, answer)
  )
}

function begins(beginnings: readonly string[], answer: Answer): boolean {
  return typeof answer === 'string' && beginnings.some((text) => bare(answer).startsWith(bare(text)))
}

/** People write m1 1ae, M1 1AE and M11AE: that is one postcode, whether as it was typed or as a lead keeps it. */
export function bare(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase()
}

/** As in JSON Schema, a range says nothing about what is not a number. */
function inRange(test: Test, answer: Answer): boolean {
  if (typeof answer !== 'number') return true
  return (
    answer >= (test.minimum ?? -Infinity) &&
    answer <= (test.maximum ?? Infinity) &&
    answer > (test.exclusiveMinimum ?? -Infinity) &&
    answer < (test.exclusiveMaximum ?? Infinity)
  )
}

/** A JSON value that has keys. */
export type Tree = Readonly<Record<string, unknown>>

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
