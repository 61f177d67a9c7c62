import type { ResolvedField } from './form.ts'
import { plainWords } from './links.ts'
import type { AnswerProblem } from './problem.ts'

/** Translates a key of the language at hand, with values put in: i18next's `t`. */
export interface Translate {
  (key: string): string
  (key: string, values: Record<string, unknown>): string
}

/**
 * A problem as the sentence the visitor reads. The field's own message comes first, then its kind's,
 * then the general one of the language (locales/<lng>/errors.json), which names the question.
 */
export function sentence({ code, params }: AnswerProblem, field: ResolvedField, t: Translate): string {
  const own = field.words.errors?.[code]
  if (own !== undefined) return own
  const choice = field.schema.enum !== undefined || field.schema.type === 'array'
  return t(`errors:${code === 'required' && choice ? 'choose' : code}`, {
    title: plainWords(field.words.title),
    count: params.limit,
    ...params,
  })
}
