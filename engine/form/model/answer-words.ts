import { amountText, dayText, measureText, type Shown } from '#engine/form/values'
import type { Answer } from './answers.ts'
import { kindNamed, type ResolvedField, type ResolvedForm } from './form.ts'
import { listedText } from './options.ts'

/** An answer as the visitor would say it: options by their words, dates as the language writes them, amounts in their currency. */
export function answerWords(
  field: Pick<ResolvedField, 'kind' | 'words' | 'listed'>,
  answer: Answer,
  shown: Shown & Pick<Partial<ResolvedForm>, 'groups'>,
): string {
  const { words, kind } = field
  const { options = {}, unit } = words
  // An answer is whatever was posted, and may be the name of something that every object has.
  const optionOf = (id: string) => (Object.hasOwn(options, id) ? options[id] : listedText(field, shown.groups, id))
  if (Array.isArray(answer)) return answer.map((id) => optionOf(id) ?? valueWords(kind, id, shown)).join(', ')
  const option = optionOf(String(answer))
  if (option !== undefined) return option
  if (typeof answer === 'boolean') return String(answer)
  const text = valueWords(kind, answer, shown)
  return typeof answer === 'number' ? measureText(text, unit) : text
}

/** A text or a number as those who answer a field of this kind say it: money as money. */
export function valueWords(kind: string | null, value: string | number, shown: Shown): string {
  const { say, read } = kindNamed(kind) ?? {}
  // What could not be read is said as it was typed.
  if (say && !(read && typeof value === 'string')) return say(value, shown)
  return typeof value === 'number' ? amountText(value, shown.locale, null) : value
}

/** A limit of answers in words: a number as these are said, a day or month in full. */
export function limitWords({ kind, words }: ResolvedField, limit: string | number, shown: Shown): string {
  return typeof limit === 'number' ? measureText(valueWords(kind, limit, shown), words.unit) : dayText(limit, shown)
}
