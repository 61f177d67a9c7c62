import type { ResolvedField, ResolvedForm } from '../definition/form.ts'
import { amountText } from '../values/numbers.ts'
import type { Answer } from './answers.ts'

/** An answer as the visitor would say it: options by their words, dates as they were asked, amounts in their currency. */
export function answerWords(
  { words: { options = {} }, ui, kind }: ResolvedField,
  answer: Answer,
  { locale, market }: Pick<ResolvedForm, 'locale' | 'market'>,
): string {
  // An answer is whatever was posted, and may be the name of something that every object has.
  const optionOf = (id: string) => (Object.hasOwn(options, id) ? options[id] : undefined)
  if (Array.isArray(answer)) return answer.map((id) => optionOf(id) ?? id).join(', ')
  const option = optionOf(String(answer))
  if (option !== undefined) return option
  if (typeof answer === 'number') return amountText(answer, locale, kind === 'amount' ? market.currency : null)
  const isDate = ui['ui:widget'] === 'date' || ui['ui:widget'] === 'month-year'
  return isDate ? String(answer).split('-').reverse().join(' ') : String(answer)
}
