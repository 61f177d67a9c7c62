import { exclusiveOption } from '../definition/exclusive.ts'
import { findField } from '../definition/find-field.ts'
import type { ResolvedField, ResolvedForm } from '../definition/form.ts'
import { plainWords } from '../definition/links.ts'
import { dayText, spanText } from '../values/day-text.ts'
import { percentText } from '../values/numbers.ts'
import type { AnswerProblem } from './answer-problem.ts'
import { valueWords } from './answer-words.ts'

/** Translates a key of the language at hand, with values put in: i18next's `t`. Of several keys the first that there is. */
export interface Translate {
  (key: string | string[]): string
  (key: string | string[], values: Record<string, unknown>): string
}

/**
 * A problem as the sentence the visitor reads. The field's own message comes first, then its kind's,
 * then the general one of the language (locales/<lng>/errors.json), which names the question.
 */
export function sentence(
  { code, params, message }: AnswerProblem,
  field: ResolvedField,
  form: Told,
  t: Translate,
): string {
  if (message !== undefined) return message
  const own = field.words.errors?.[code]
  if (own !== undefined) return own
  const title = plainWords(field.words.title)
  const choice = field.schema.enum !== undefined || field.schema.type === 'array'
  if (code === 'required' && choice) return t('errors:choose', { title })
  const option = field.words.options?.[exclusiveOption(field.schema) ?? '']
  if (!limited.has(code)) return t([`errors:${code}`, 'errors:format'], { title, option, ...params })
  const limit = params.limit ?? field.schema[code]
  if (typeof limit === 'number')
    return withReason(t(`errors:${code}`, { title, count: limit, limit: valueWords(field.kind, limit, form) }))
  if (typeof limit !== 'string') return t('errors:format', { title })
  const month = limit.length === 'YYYY-MM'.length ? 'Month' : ''
  return withReason(t(`errors:${code}${month}`, { title, limit: dayText(limit, form) }))

  /** Who is told a limit that another answer sets is told which. */
  function withReason(mistake: string): string {
    const { of, times = 1, plus } = params
    if (of === undefined) return mistake
    const told = { mistake, other: plainWords(findField(form, String(of))?.field.words.title ?? '') }
    if (typeof plus === 'string')
      return t(`errors:${plus.startsWith('-') ? 'before' : 'after'}Answer`, {
        ...told,
        span: spanText(plus.replace('-', ''), form.locale),
      })
    return times === 1
      ? t('errors:sameAnswer', told)
      : t('errors:shareOfAnswer', { ...told, share: percentText(Number(times), form.locale) })
  }
}

/** The form in which a problem is told. */
export type Told = Pick<ResolvedForm, 'locale' | 'market' | 'steps'>

/** The mistakes whose sentence tells the limit: a number, or a day or month. */
const limited = new Set([
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['earliest', 'latest'],
])
