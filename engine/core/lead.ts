import type { MapSource } from '#schemas/generated/partner.ts'
import { type Answer, type Answers, answerTo, type NestedAnswers } from './answers.ts'
import { countryFor } from './country-formats.ts'
import type { ResolvedConsent, ResolvedForm } from './form.ts'
import { kinds } from './kinds/table.ts'
import { plainWords } from './links.ts'
import { isTree } from './merge-patch.ts'
import { nestAnswers } from './nested-answers.ts'
import { everyField } from './repeat.ts'

/** What a consent's box was when the form was sent. */
export interface ConsentGiven extends ResolvedConsent {
  granted: boolean
}

/** The answers of a finished journey as a lead keeps them: in their stored form, consents apart. */
export interface LeadContent {
  answers: NestedAnswers
  consents: readonly ConsentGiven[]
}

/** @param answers the pruned answers of a valid journey */
export function leadContent(form: ResolvedForm, answers: Answers): LeadContent {
  const consents = form.consents.map((consent) => ({
    ...consent,
    text: plainWords(consent.text),
    granted: answerTo(consent.id, answers) === true,
  }))
  const stored = everyField(form, answers).flatMap((field): [string, Answer][] => {
    const { id, kind } = field
    const country = countryFor(field, answers)
    const market = country === undefined ? form.market : { ...form.market, country, phoneRegion: country }
    const answer = answerTo(id, answers)
    if (answer === undefined || kind === 'consent') return []
    return [[id, kinds[kind ?? '']?.store?.(answer, market) ?? answer]]
  })
  return { answers: nestAnswers(form, Object.fromEntries(stored)), consents }
}

/** The answers as a partner's map renames them; without a map, as they are. What was not answered is left out. */
export function mapAnswers(
  map: Readonly<Record<string, MapSource>> | undefined,
  answers: NestedAnswers,
): Record<string, unknown> {
  if (!map) return { ...answers }
  return Object.fromEntries(
    Object.entries(map).flatMap(([target, source]): [string, unknown][] => {
      const value = typeof source === 'string' ? answerAt(source.split('.'), answers) : source.const
      return value === undefined ? [] : [[target, value]]
    }),
  )
}

/** The answer to coBorrower.income, or to drivers.0.name: the first driver's. */
function answerAt([key = '', ...rest]: readonly string[], from: unknown): unknown {
  if (!(isTree(from) || Array.isArray(from)) || !Object.hasOwn(from, key)) return undefined
  const value = (from as Record<string, unknown>)[key]
  return rest.length === 0 ? value : answerAt(rest, value)
}
