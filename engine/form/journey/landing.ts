import type { Answer, Answers, FieldSchema, ResolvedForm } from '#engine/form/model'
import { type Entries, writeAnswers } from './form-data.ts'
import { hiddenAnswer } from './journey.ts'

/** The query of the address that a visitor came to. */
export interface Landing {
  get: (parameter: string) => string | null
}

/** The answers to a form's hidden fields, from wherever a visitor came. */
export function landed({ hidden = [] }: ResolvedForm, landing: Landing): Answers {
  return Object.fromEntries(
    hidden.map((field) => [field.id, hiddenAnswer(field, landing.get(String(field.from?.parameter)))]),
  )
}

/** The answers that an address gives beforehand; what a field does not take is left out, and judged like any other. */
export function prefilled({ steps }: ResolvedForm, landing: Landing): Answers {
  const given = steps.flatMap(({ fields }) =>
    fields.flatMap(({ id, schema, prefill, listed }): [string, Answer][] => {
      const text = prefill === undefined ? null : landing.get(prefill)
      // Whether a list has the option is known once its group is.
      const answer = text === null ? undefined : listed && /^[\w-]{1,100}$/.test(text) ? text : valueIn(schema, text)
      return answer === undefined ? [] : [[id, answer]]
    }),
  )
  return Object.fromEntries(given)
}

/** The option, or the number within its bounds, that a text names. */
function valueIn({ type, enum: options, minimum = -Infinity, maximum = Infinity }: FieldSchema, text: string) {
  if (Array.isArray(options)) return (options as Answer[]).find((option) => String(option) === text)
  const decimals = type === 'integer' ? '' : '(\\.\\d{1,2})?'
  const number = new RegExp(`^\\d{1,12}${decimals}$`).test(text) ? Number(text) : Number.NaN
  return number >= Number(minimum) && number <= Number(maximum) ? number : undefined
}

/**
 * A posted step with what its form takes from the address. What was carried along so far wins: later addresses say less.
 * @param drafted the answers that a draft keeps
 */
export function withLanding(form: ResolvedForm, posted: Entries, landing: Landing, drafted: Answers = {}): Entries {
  const { hidden = [], locale } = form
  return [...writeAnswers(hidden, { ...landed(form, landing), ...drafted }, locale), ...posted]
}
