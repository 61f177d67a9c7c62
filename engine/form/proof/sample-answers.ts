import {
  type Answer,
  type Answers,
  countryProblems,
  formatOf,
  type Judges,
  kindNamed,
  knownLimits,
  limitProblems,
  type ResolvedField,
  templateId,
} from '#engine/form/model'

const texts = ['Example', 'Example street 12', '12', '1234567', 'AB12', 'a', 'Example'.repeat(20)]

/** Which step a field is asked in, and what has been answered before. */
export interface AnswerPlace {
  step: string
  answers: Answers
  judges: Judges
  /** YYYY-MM-DD */
  today: string
}

/** An answer that a field takes, found by trying; null when no sample passes, as with a pattern of its own. */
export function sampleAnswer(field: ResolvedField, place: AnswerPlace): Answer | null {
  const known = knownLimits(field, place.answers).map(({ limit }) => limit)
  return [...candidates(field, place.today), ...known].find((answer) => isTaken(field, answer, place)) ?? null
}

/** Texts to try of a field that takes text. */
export function textSamples(field: ResolvedField, today: string): string[] {
  return candidates(field, today).filter((answer) => typeof answer === 'string')
}

/** Whether a field takes an answer, judged alone. */
export function isTaken(field: ResolvedField, answer: Answer, { step, answers, judges }: AnswerPlace): boolean {
  const id = templateId(field.place)
  if (judges(step)({ [id]: answer }).some((problem) => problem.field === id)) return false
  const all = { ...answers, [field.id]: answer }
  return countryProblems([field], all).length === 0 && limitProblems([field], all).length === 0
}

function candidates(field: ResolvedField, today: string): Answer[] {
  const { schema, kind, bounds = {}, example } = field
  if (example !== undefined) return [example]
  const items = schema.items as { enum?: string[] } | undefined
  if (items?.enum) return choices(items.enum)
  if (Array.isArray(schema.enum)) return schema.enum as Answer[]
  if (schema.const !== undefined) return [schema.const as Answer]
  if (schema.type === 'boolean') return [true]
  if (schema.type === 'integer' || schema.type === 'number')
    return [Number(schema.minimum ?? 1), Number(schema.maximum ?? 1), 1]
  const samples = kindNamed(kind)?.samples?.(bounds, today)
  return [...(samples ?? formatOf(field)?.format.samples ?? texts)]
}

/** One option, and then more and more of them, for fields that want several. */
export function choices(options: readonly string[]): string[][] {
  return [...options.map((option) => [option]), ...options.map((_, index) => options.slice(0, index + 1))]
}
