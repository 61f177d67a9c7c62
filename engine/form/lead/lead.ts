import { everyField } from '#engine/form/journey'
import {
  type Answer,
  type Answers,
  answerTo,
  countryFor,
  kindNamed,
  type NestedAnswers,
  plainWords,
  type ResolvedConsent,
  type ResolvedField,
  type ResolvedForm,
} from '#engine/form/model'
import { isFictionalPhone, oncePerValue } from '#engine/form/values'
import { nestFields } from './nested-answers.ts'

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
  /** The first e-mail address, as it was given. */
  email: string | null
  /** Whether a phone number is one that nobody has: somebody tries the form. */
  isTrial: boolean
}

/** Why a lead is a test although its sender did not say so: somebody tries the form, or it is a draft. */
export type TestReason = 'phone' | 'draft'

/** @param answers the pruned answers of a valid journey */
export function testReason(form: ResolvedForm, answers: Answers, isDraft: boolean): TestReason | null {
  if (leadContent(form, answers).isTrial) return 'phone'
  return isDraft ? 'draft' : null
}

/** Of the consents of a form, as they are read. */
const sentences = oncePerValue<string>()

/** @param answers the pruned answers of a valid journey */
export function leadContent(form: ResolvedForm, answers: Answers): LeadContent {
  const stored: Record<string, Answer> = {}
  const contacts: string[] = []
  let email: string | null = null
  const fields = [...everyField(form, answers), ...(form.computed ?? [])]
  for (const field of fields) {
    const { id, kind } = field
    const answer = answerTo(id, answers)
    if (answer === undefined || kind === 'consent') continue
    const kept = storedAnswer(field, answer, form, answers)
    if (kindNamed(kind)?.isContact) contacts.push(String(kept).toLowerCase())
    if (kind === 'email') email ??= String(answer)
    stored[id] = kept
  }
  const consents = form.consents.map(({ id, purpose, text }) => ({
    ...{ id, purpose, text: sentences(form, id, () => plainWords(text)) },
    granted: answerTo(id, answers) === true,
  }))
  return { answers: nestFields(fields, stored), consents, contacts, email, isTrial: contacts.some(isFictionalPhone) }
}

/** An answer as leads keep it: a phone number in E.164. */
export function storedAnswer(field: ResolvedField, answer: Answer, form: ResolvedForm, answers: Answers): Answer {
  return kindNamed(field.kind)?.store?.(answer, marketOf(field, form, answers)) ?? answer
}

/** Where a phone number or a postal code is of another country than the form. */
function marketOf(field: ResolvedField, { market }: ResolvedForm, answers: Answers): ResolvedForm['market'] {
  const country = countryFor(field, answers)
  return country === undefined ? market : { ...market, country, phoneRegion: country }
}
