import type { Answer } from './answers.ts'
import type { ResolvedField } from './form.ts'
import { numberText } from './numbers.ts'

/** An answer as the visitor would say it: options by their words, dates as they were asked, numbers as they are written. */
export function answerWords({ words: { options = {} }, ui }: ResolvedField, answer: Answer, locale: string): string {
  if (Array.isArray(answer)) return answer.map((option) => options[option] ?? option).join(', ')
  const option = options[String(answer)]
  if (option !== undefined) return option
  if (typeof answer === 'number') return numberText(answer, locale)
  const isDate = ui['ui:widget'] === 'date' || ui['ui:widget'] === 'month-year'
  return isDate ? String(answer).split('-').reverse().join(' ') : String(answer)
}
