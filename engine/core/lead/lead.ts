import type { ResolvedConsent, ResolvedForm } from '../definition/form.ts'
import { kindNamed } from '../definition/kind-named.ts'
import { plainWords } from '../definition/links.ts'
import { type Answer, type Answers, answerTo, type NestedAnswers } from '../filling/answers.ts'
import { countryFor } from '../filling/judging/country-formats.ts'
import { everyField } from '../filling/repeat.ts'
import { isFictionalPhone } from '../values/fictional-phone.ts'
import { nestAnswers } from './nested-answers.ts'

/** What a consent's box was when the form was sent. */
export interface ConsentGiven extends ResolvedConsent {
  granted: boolean
}

/** The answers of a finished journey as a lead keeps them: in their stored form, consents apart. */
export interface LeadContent {
  answers: NestedAnswers
  consents: readonly ConsentGiven[]
  /** E-mail addresses in small letters and phone numbers in E.164: by these a visitor is known again. */
  contacts: readonly string[]
  /** Whether a phone number is one that nobody has: somebody tries the form. */
  isTrial: boolean
}

/** @param answers the pruned answers of a valid journey */
export function leadContent(form: ResolvedForm, answers: Answers): LeadContent {
  const consents = form.consents.map((consent) => ({
    ...consent,
    text: plainWords(consent.text),
    granted: answerTo(consent.id, answers) === true,
  }))
  const contacts: string[] = []
  const stored = everyField(form, answers).flatMap((field): [string, Answer][] => {
    const { id, kind } = field
    const country = countryFor(field, answers)
    const market = country === undefined ? form.market : { ...form.market, country, phoneRegion: country }
    const answer = answerTo(id, answers)
    if (answer === undefined || kind === 'consent') return []
    const { store, isContact } = kindNamed(kind) ?? {}
    const kept = store?.(answer, market) ?? answer
    if (isContact) contacts.push(String(kept).toLowerCase())
    return [[id, kept]]
  })
  const isTrial = contacts.some(isFictionalPhone)
  return { answers: nestAnswers(form, Object.fromEntries(stored)), consents, contacts, isTrial }
}
