import type { Translate } from '../../journey/sentence.ts'
import { spanText } from '../../values/day-text.ts'
import { percentText } from '../../values/numbers.ts'
import { findField } from '../find-field.ts'
import type { ResolvedStep } from '../form.ts'
import { plainWords } from '../links.ts'
import type { AnswerLimit } from './limits.ts'

/**
 * Steps with the words that name the answers which set limits (locales/<lng>/hints.json). They end the sentence of the
 * mistake, which stands in them as {mistake}.
 */
export function withLimitWords(steps: readonly ResolvedStep[], locale: string, t: Translate): ResolvedStep[] {
  const wordsOf = ({ field, times = 1, plus }: AnswerLimit): string => {
    const told = { mistake: '{mistake}', other: plainWords(findField({ steps }, field)?.field.words.title ?? '') }
    if (plus === undefined)
      return times === 1
        ? t('limitedBy.same', told)
        : t('limitedBy.share', { ...told, share: percentText(times, locale) })
    const which = plus.startsWith('-') ? 'before' : 'after'
    return t(`limitedBy.${which}`, { ...told, span: spanText(plus.replace('-', ''), locale) })
  }
  return steps.map((step) => ({
    ...step,
    fields: step.fields.map((field) =>
      field.limits ? { ...field, words: { ...field.words, limits: field.limits.map(wordsOf) } } : field,
    ),
  }))
}
