import { everyField } from '#engine/form/journey'
import {
  type Answer,
  type AnswerProblem,
  type Answers,
  allFields,
  answerTo,
  countryFor,
  type FieldPlace,
  fieldId,
  isAnswered,
  isTree,
  kindNamed,
  type Nest,
  type NestedAnswers,
  plainWords,
  type ResolvedConsent,
  type ResolvedField,
  type ResolvedForm,
} from '#engine/form/model'
import { cleanText, isFictionalPhone, memoizeByObject } from '#engine/form/values'

const outlines = memoizeByObject<ReturnType<typeof outline>>()

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
const sentences = memoizeByObject<string>()

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

/** Answers as a lead and the API hold them: coBorrower.income in an object, drivers in a list of objects. */
export function nestAnswers(form: ResolvedForm, answers: Answers): NestedAnswers {
  return nestFields(everyField(form, answers), answers)
}

/** @param fields those of the form, as often as they are asked */
function nestFields(fields: readonly ResolvedField[], answers: Answers): NestedAnswers {
  const nested: Record<string, Answer | Record<string, Answer> | Record<string, Answer>[]> = {}
  for (const { id, place, kind } of fields) {
    const answer = answers[id]
    if (answer === undefined) continue
    const { group, item, name } = place
    if (kind === 'count') nested[name] = Array.from({ length: Number(answer) }, () => ({}))
    else if (group === undefined) nested[name] = answer
    else {
      nested[group] ??= {}
      const within = item === undefined ? nested[group] : (nested[group] as Record<string, Answer>[])[Number(item)]
      if (isTree(within)) Object.assign(within, { [name]: answer })
    }
  }
  return nested
}

/**
 * The reverse, from a client's hand: every answer under the id of its field, and a problem for all that is no field
 * of the form or does not nest as the form does. Values are judged later.
 */
export function flatAnswers(
  form: ResolvedForm,
  nested: Readonly<Record<string, unknown>>,
): { answers: Answers; problems: AnswerProblem[] } {
  const { names, lists } = outlines(form, '', () => outline(form))
  const answers: Record<string, Answer> = {}
  const problems: AnswerProblem[] = []
  const refuse = (field: string, code: string) => problems.push({ field, code, params: {} })
  const take = (place: FieldPlace, value: unknown) => {
    const id = fieldId(place)
    const answer = cleaned(value)
    if (!names.get(place.group)?.has(place.name)) refuse(id, 'unknown')
    else if (isAnswered(answer)) answers[id] = answer as Answer
  }
  const takeAll = (nest: Nest, value: unknown, id: string) => {
    if (!isTree(value)) return refuse(id, 'object')
    for (const [name, inner] of Object.entries(value)) take({ ...nest, name }, inner)
  }

  for (const [key, value] of Object.entries(nested)) {
    const max = lists.get(key)
    if (max === undefined && names.has(key)) takeAll({ group: key }, value, key)
    else if (max === undefined) take({ name: key }, value)
    else if (!Array.isArray(value)) refuse(key, 'array')
    else {
      answers[key] = value.length
      for (const [item, inner] of value.slice(0, max).entries()) takeAll({ group: key, item }, inner, `${key}.${item}`)
    }
  }
  return { answers, problems }
}

/** As in the page: spaces around an answer are no part of it, nor is what nobody sees. */
function cleaned(value: unknown): unknown {
  return typeof value === 'string' ? cleanText(value) : value
}

/** What a form's answers may hold: the names within each group and outside of all, and the most items of each list. */
function outline(form: ResolvedForm) {
  const { steps } = form
  const fields = allFields(form).filter(({ kind }) => kind !== 'count')
  const byGroup = Map.groupBy(fields, ({ place }) => place.group)
  return {
    names: new Map([...byGroup].map(([group, within]) => [group, new Set(within.map(({ place }) => place.name))])),
    lists: new Map(steps.flatMap(({ repeat }) => (repeat ? [[repeat.group, repeat.max] as const] : []))),
  }
}

/**
 * Whether an answer is chosen, counted or a day: nothing that people write in words of their own, and so nothing that a
 * stranger could have written for somebody else to read.
 */
export function isChosen({ schema, kind }: Pick<ResolvedField, 'schema' | 'kind'>): boolean {
  return schema.type !== 'string' || schema.enum !== undefined || kindNamed(kind)?.calendar !== undefined
}

/** The answers that somebody gave, without what is computed of them: an age changes overnight, and the filling is the same. */
export function givenAnswers({ computed = [] }: ResolvedForm, answers: Answers): Answers {
  if (computed.length === 0) return answers
  return Object.fromEntries(Object.entries(answers).filter(([field]) => !computed.some(({ id }) => id === field)))
}
