import type { AnswerProblem } from './answers.ts'
import { type Answers, answerTo } from './answers.ts'
import type { ResolvedField } from './form.ts'
import type { Format } from './kind.ts'
import { kinds } from './kinds/table.ts'
import { ownKind } from './own-kinds.ts'

const formats = new Map(Object.values(kinds).flatMap(({ format }) => (format ? [[format.name, format] as const] : [])))

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

/** A format as it holds in a country; '' for one that is the same everywhere. */
interface FormatIn {
  format: Format
  country: string
}

/** The format that a schema names: phone-GB is the phone numbers of GB. null when there is none. */
export function formatWritten(name: string): FormatIn | null {
  const [, family = '', country = ''] = /^(.*?)(?:-([A-Z]{2}))?$/.exec(name) ?? []
  const format = formats.get(family) ?? ownKind(family)?.format
  return format && (country !== '') === (format.byCountry ?? false) ? { format, country } : null
}

/** Whether a text is of the format that a schema names; null when there is none of this name. */
export function formatNamed(name: string): ((text: string) => boolean) | null {
  const { format, country = '' } = formatWritten(name) ?? {}
  return format ? (text) => format.isRight(text, country) : null
}

/** The format of a field; below one that sets the market it is that of the country chosen. */
export function formatOf({ schema, formatBy }: ResolvedField): FormatIn | null {
  if (!formatBy) return formatWritten(String(schema.format ?? ''))
  const format = formats.get(formatBy.format)
  return format ? { format, country: `the country in "${formatBy.field}"` } : null
}
