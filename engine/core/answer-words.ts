import type { Answer } from './answers.ts'
import type { ResolvedField, ResolvedForm } from './form.ts'
import { amountText } from './numbers.ts'

/** An answer as the visitor would say it: options by their words, dates as they were asked, amounts in their currency. */
export function answerWords(
  { words: { options = {} }, ui, kind }: ResolvedField,
  answer: Answer,
  { locale, market }: Pick<ResolvedForm, 'locale' | 'market'>,
): string {
  if (Array.isArray(answer)) return answer.map((option) => options[option] ?? option).join(', ')
  const option = options[String(answer)]
  if (option !== undefined) return option
  if (typeof answer === 'number') return amountText(answer, locale, kind === 'amount' ? market.currency : null)
  const isDate = ui['ui:widget'] === 'date' || ui['ui:widget'] === 'month-year'
  return isDate ? String(answer).split('-').reverse().join(' ') : String(answer)
}
