import type { Shown } from '#engine/form/values'
import { limitWords } from './answer-words.ts'
import { type AnswerProblem, type Answers, answerTo } from './answers.ts'
import { fileWords } from './files.ts'
import type { ResolvedField } from './form.ts'
import { exclusiveOption } from './kind.ts'
import { plainWords } from './links.ts'

/** Translates a key of the language at hand, with values put in: i18next's `t`. Of several keys the first that there is. */
export interface Translate {
  (key: string | string[]): string
  (key: string | string[], values: Record<string, unknown>): string
}

/**
 * A problem as the sentence the visitor reads. The field's own message comes first, then its kind's,
 * then the general one of the language (locales/<lng>/errors.json).
 * @param place below the question, or in a list of problems, where the general one names the question
 */
export function sentence(
  { code, params, message }: AnswerProblem,
  field: ResolvedField,
  shown: Shown,
  t: Translate,
  place: 'question' | 'list' = 'list',
): string {
  const general = (key: string, values: Record<string, unknown>) =>
    t(
      place === 'question'
        ? [`errors:here.${key}`, `errors:${key}`, 'errors:here.format']
        : [`errors:${key}`, 'errors:format'],
      values,
    )
  if (message !== undefined) return message
  const own = field.words.errors?.[code]
  if (own !== undefined) return own
  const title = plainWords(field.words.title)
  const choice = field.schema.enum !== undefined || field.schema.type === 'array'
  if (code === 'required' && choice) {
    const few = place === 'question' ? fewOptions(field, shown.locale) : undefined
    return few === undefined ? general('choose', { title }) : general('chooseOf', { options: few })
  }
  const option = field.words.options?.[exclusiveOption(field.schema) ?? '']
  const ofFiles = field.files && fileWords(field.files, shown.locale)
  if (!limited.has(code)) return general(code, { title, option, ...ofFiles, ...params })
  const limit = params.limit ?? field.schema[code]
  // Whoever is told a limit that another answer sets is told which.
  const told = (mistake: string) =>
    field.words.limits?.[Number(params.by)]?.replace('{mistake}', () => mistake) ?? mistake
  if (typeof limit !== 'number' && typeof limit !== 'string') return general('format', { title })
  const month = typeof limit === 'string' && limit.length === 'YYYY-MM'.length ? 'Month' : ''
  return told(general(`${code}${month}`, { title, count: limit, limit: limitWords(field, limit, shown) }))
}

/** The options in a sentence, where they are so few that they can be said: “Flat or House”. */
function fewOptions({ words, schema }: ResolvedField, locale: string): string | undefined {
  const values = Array.isArray(schema.enum) ? schema.enum : []
  const options = values.map((value) => words.options?.[String(value)] ?? '')
  const isFew = options.length > 1 && options.length < 4 && options.join('').length <= 40 && !options.includes('')
  return isFew ? new Intl.ListFormat(locale, { type: 'disjunction' }).format(options) : undefined
}

/** The mistakes whose sentence tells the limit: a number, or a day or month. */
const limited = new Set([
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['earliest', 'latest'],
])

/** The problem of an email address that breaks off, as one that says what is missing. Others stay what they are. */
export function preciseProblem(problem: AnswerProblem, { id, words }: ResolvedField, answers: Answers): AnswerProblem {
  if (problem.code !== 'format' || words.errors?.noAt === undefined) return problem
  const text = String(answerTo(id, answers) ?? '').trim()
  if (!text.includes('@')) return { ...problem, code: 'noAt' }
  return text.endsWith('@') ? { ...problem, code: 'noDomain' } : problem
}
