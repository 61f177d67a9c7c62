import type { AnswerProblem } from './answer-problem.ts'
import { type Answers, answerTo } from './answers.ts'
import type { ResolvedField } from './form.ts'
import { formatNamed, formatWritten } from './formats.ts'

/** A field below countries that set the market, nearest first: its format is judged by their answers and not by its schema. */
export function byCountry(field: ResolvedField, [country, elsewhere]: readonly string[]): ResolvedField {
  const { format: written, ...schema } = field.schema
  const { format, country: otherwise = '' } = formatWritten(String(written)) ?? {}
  if (country === undefined || !format?.byCountry) return field
  const formatBy = { field: country, ...(elsewhere && { elsewhere }), format: format.name, otherwise }
  return { ...field, schema, formatBy }
}

/** No country of ISO 3166-1: postal codes of any form are taken. */
const anyCountry = 'ZZ'

/**
 * The country that an answer is read in. Options are named by countries in small letters; another option, such as
 * “another country”, leaves phone numbers to the market and takes any postal code.
 */
export function countryFor({ formatBy }: ResolvedField, answers: Answers): string | undefined {
  if (!formatBy) return undefined
  const { field, elsewhere = '', format, otherwise } = formatBy
  const answer = String(answerTo(field, answers) ?? answerTo(elsewhere, answers) ?? otherwise)
  if (/^[a-z]{2}$/i.test(answer)) return answer.toUpperCase()
  return format === 'phone' ? otherwise : anyCountry
}

/** The answers that are not written as in the country chosen. */
export function countryProblems(fields: readonly ResolvedField[], answers: Answers): AnswerProblem[] {
  return fields
    .filter(({ formatBy }) => formatBy)
    .flatMap((field) => {
      const answer = answerTo(field.id, answers)
      if (!field.formatBy || typeof answer !== 'string') return []
      const isRight = formatNamed(`${field.formatBy.format}-${countryFor(field, answers)}`)
      return isRight === null || isRight(answer) ? [] : [{ field: field.id, code: 'format', params: {} }]
    })
}
