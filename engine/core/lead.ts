import type { MapSource } from '#schemas/generated/partner.ts'
import { type Answer, type Answers, answerTo } from './answers.ts'
import { allFields, type ResolvedConsent, type ResolvedForm } from './form.ts'
import { kinds } from './kinds/table.ts'
import { plainWords } from './links.ts'

/** What a consent's box was when the form was sent. */
export interface ConsentGiven extends ResolvedConsent {
  granted: boolean
}

/** The answers of a finished journey as a lead keeps them: in their stored form, consents apart. */
export interface LeadContent {
  answers: Answers
  consents: readonly ConsentGiven[]
}

/** @param answers the pruned answers of a valid journey */
export function leadContent(form: ResolvedForm, answers: Answers): LeadContent {
  const consents = form.consents.map((consent) => ({
    ...consent,
    text: plainWords(consent.text),
    granted: answerTo(consent.id, answers) === true,
  }))
  const stored = allFields(form).flatMap(({ id, kind }): [string, Answer][] => {
    const answer = answerTo(id, answers)
    if (answer === undefined || kind === 'consent') return []
    return [[id, kinds[kind ?? '']?.store?.(answer, form.market) ?? answer]]
  })
  return { answers: Object.fromEntries(stored), consents }
}

/** The answers as a partner's map renames them; without a map, as they are. What was not answered is left out. */
export function mapAnswers(
  map: Readonly<Record<string, MapSource>> | undefined,
  answers: Answers,
): Record<string, Answer> {
  if (!map) return { ...answers }
  return Object.fromEntries(
    Object.entries(map).flatMap(([target, source]): [string, Answer][] => {
      const value = typeof source === 'string' ? answerTo(source, answers) : source.const
      return value === undefined ? [] : [[target, value]]
    }),
  )
}
