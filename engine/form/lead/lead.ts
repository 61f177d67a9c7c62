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
  keysOf,
  kindNamed,
  type Nest,
  type NestedAnswers,
  plainWords,
  type ResolvedConsent,
  type ResolvedField,
  type ResolvedForm,
  type Tree,
  type UploadedFile,
  uploadedFile,
} from '#engine/form/model'
import { cleanText, isFictionalPhone, memoizeByObject } from '#engine/form/values'
import type { MapSource, MapWriting, PartnerMap } from '#schemas/generated/partner.ts'
import type { Attribution } from './attribution.ts'

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
  if (everyField(form, answers).some((field) => isTrial(field, form, answers))) return 'phone'
  return isDraft ? 'draft' : null
}

/** Whether a field's answer is a fictional phone number. */
function isTrial(field: ResolvedField, form: ResolvedForm, answers: Answers): boolean {
  if (!kindNamed(field.kind)?.isContact) return false
  const answer = answerTo(field.id, answers)
  return answer !== undefined && isFictionalPhone(String(storedAnswer(field, answer, form, answers)))
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
export function isChosen({ schema, kind, listed }: Pick<ResolvedField, 'schema' | 'kind' | 'listed'>): boolean {
  if (kindNamed(kind)?.isFile) return false
  return (
    schema.type !== 'string' ||
    schema.enum !== undefined ||
    listed !== undefined ||
    kindNamed(kind)?.calendar !== undefined
  )
}

/** The answers that somebody gave, without what is computed of them: an age changes overnight, and the filling is the same. */
export function givenAnswers({ computed = [] }: ResolvedForm, answers: Answers): Answers {
  if (computed.length === 0) return answers
  return Object.fromEntries(Object.entries(answers).filter(([field]) => !computed.some(({ id }) => id === field)))
}

const ofDays = (write: (year: string, month: string, day: string[]) => string[], between: string): FormatRule => ({
  of: ['day', 'month', 'time'],
  gives: 'text',
  write: (value) => {
    const [year = '', month = '', ...day] = value.slice(0, 10).split('-')
    return write(year, month, day).join(between)
  },
})

const ofTimes = (gives: FormatRule['gives'], write: FormatRule['write']): FormatRule => ({ of: ['time'], gives, write })

const ofNumbers = (gives: FormatRule['gives'], write: FormatRule['write']): FormatRule => ({
  of: ['number'],
  gives,
  write,
})

const ofText = (write: (value: string) => string): FormatRule => ({ of: ['text'], gives: 'text', write })

const ofFiles: FormatRule = { of: ['file'], gives: 'text', write: String }

/** Each format by its name. A month goes without the day. */
export const mapFormats: Readonly<Record<MapFormat, FormatRule>> = {
  'DD.MM.YYYY': ofDays((year, month, day) => [...day, month, year], '.'),
  'DD/MM/YYYY': ofDays((year, month, day) => [...day, month, year], '/'),
  'MM/DD/YYYY': ofDays((year, month, day) => [month, ...day, year], '/'),
  'YYYY-MM-DD': ofDays((year, month, day) => [year, month, ...day], '-'),
  YYYYMMDD: ofDays((year, month, day) => [year, month, ...day], ''),
  'YYYY-MM-DD hh:mm:ss': ofTimes('text', (time) => time.slice(0, 19).replace('T', ' ')),
  'YYYY-MM-DDThh:mm:ssZ': ofTimes('text', (time) => `${time.slice(0, 19)}Z`),
  'unix-seconds': ofTimes('whole number', (time) => Math.floor(Date.parse(time) / 1000)),
  'unix-milliseconds': ofTimes('whole number', (time) => Date.parse(time)),
  comma: ofNumbers('text', (number) => number.replace('.', ',')),
  '0.00': ofNumbers('text', (number) => (hundredths(number) / 100).toFixed(2)),
  '0,00': ofNumbers('text', (number) => (hundredths(number) / 100).toFixed(2).replace('.', ',')),
  cents: ofNumbers('whole number', hundredths),
  digits: ofText((text) => text.replaceAll(/\D/g, '')),
  upper: ofText((text) => text.toUpperCase()),
  lower: ofText((text) => text.toLowerCase()),
  link: ofFiles,
  base64: ofFiles,
}

/** A lead as far as maps read it. */
export interface MappedLead {
  id: string
  /** ISO 8601, UTC. */
  receivedAt: string
  form: string
  locale: string
  test: boolean
  /** With files as partners get them: see withFiles. */
  answers: Readonly<Record<string, unknown>>
  attribution: Attribution
  /** Ids. */
  brand: string
  page: string | null
  consents: readonly MappedConsent[]
}

/** A consent as a partner may prove it: just what our own evidence says. */
export interface MappedConsent {
  id: string
  purpose: string
  /** The sentence that was shown, and its hash as evidence has it. */
  text: string
  textHash: string
  granted: boolean
  /** ISO 8601, UTC. */
  givenAt: string
}

/** A lead as a partner's map has it; without a map, its answers. What was not answered or said is left out. */
export function mapLead(map: PartnerMap | undefined, lead: MappedLead): Readonly<Record<string, unknown>> {
  if (!map) return lead.answers
  return Object.fromEntries(
    Object.entries(map).flatMap(([target, source]): [string, unknown][] => {
      const value = read(source, lead)
      return value === undefined ? [] : [[target, value]]
    }),
  )
}

function read(source: MapSource, lead: MappedLead): unknown {
  if (typeof source === 'string') return answerAt(keysOf(source), lead.answers)
  if ('const' in source) return source.const
  if ('consents' in source)
    return lead.consents
      .filter(({ granted }) => granted || source.consents === 'all')
      .map(({ id, purpose, text, textHash, granted, givenAt }) => ({ id, purpose, text, textHash, granted, givenAt }))
  if ('object' in source) {
    const inner = mapLead(source.object, lead)
    return Object.keys(inner).length > 0 ? inner : undefined
  }
  return written(found(source, lead), source) ?? source.default
}

function found(source: Extract<MapSource, MapWriting>, lead: MappedLead): unknown {
  if ('leadProperty' in source) return lead[source.leadProperty]
  if ('attribution' in source) return answerAt([source.attribution], lead.attribution)
  if ('consent' in source) return lead.consents.find(({ id }) => id === source.consent)?.[source.consentProperty]
  return answerAt(keysOf(source.field), lead.answers)
}

/** A value as the partner writes it, a list value by value; undefined where there is none. */
function written(value: unknown, source: MapWriting & { join?: string }): unknown {
  if (!Array.isArray(value)) return one(value, source)
  const list = value.map((each) => one(each, source))
  if (source.join === undefined) return list
  return list.length > 0 ? list.join(source.join) : undefined
}

/** What the table does not name stays as it is, or as the format has it. */
function one(value: unknown, { values, format }: MapWriting): unknown {
  const key = String(value)
  if (values && Object.hasOwn(values, key)) return values[key]
  if (isSentFile(value) && format === 'link') return value.url
  if (isSentFile(value) && format === 'base64') return contentMark(value.id)
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  if (!isPlain) return value ?? undefined
  return format === undefined ? value : formatted(value, format)
}

/** The answer to coBorrower.income, or to drivers.0.name: the first driver's. */
function answerAt([key = '', ...rest]: readonly string[], from: unknown): unknown {
  if (!(isTree(from) || Array.isArray(from)) || !Object.hasOwn(from, key)) return undefined
  const value = (from as Record<string, unknown>)[key]
  return rest.length === 0 ? value : answerAt(rest, value)
}

/** How a map may write a value. */
export type MapFormat = NonNullable<MapWriting['format']>

/** What a format is for: days are YYYY-MM-DD, months YYYY-MM, times ISO 8601 in UTC. */
export type Formatted = 'day' | 'month' | 'time' | 'number' | 'text' | 'file'

interface FormatRule {
  of: readonly Formatted[]
  /** What it becomes in JSON. */
  gives: 'text' | 'whole number'
  write: (value: string) => string | number
}

/** A value in a format; as it is where the format is for something else. */
function formatted(value: string | number | boolean, format: MapFormat): string | number | boolean {
  const { of, write } = mapFormats[format]
  const isMeant =
    typeof value === 'number' ? of.includes('number') : typeof value === 'string' && !of.includes('number')
  return isMeant ? write(String(value)) : value
}

/** Moved by its figures: 1.005 × 100 is 100.49999999999999 to a computer, and 100.5 to people. */
function hundredths(number: string): number {
  const [figures = '', exponent = '0'] = number.split('e')
  return Math.round(Number(`${figures}e${Number(exponent) + 2}`))
}

/** An uploaded file as partners get it. */
export interface SentFile {
  id: string
  name: string
  /** Its media type, by its content. */
  type: string
  bytes: number
  /** Where it can be fetched for some days. */
  url: string
}

function isSentFile(value: unknown): value is SentFile {
  return isTree(value) && typeof value.url === 'string' && typeof value.bytes === 'number'
}

/** Marks the content of a file in a payload until it is sent, so that no copy of the content is stored. */
export function contentMark(id: string): string {
  return `leadwright-file:${id}`
}

/** A lead's answers with its uploaded files as partners get them. */
export function withFiles(
  form: ResolvedForm,
  answers: NestedAnswers,
  send: (file: UploadedFile) => SentFile,
): Readonly<Record<string, unknown>> {
  const fields = form.steps.flatMap((step) => step.fields.filter(({ files }) => files !== undefined))
  if (fields.length === 0) return answers
  const within = (tree: Tree, group: string | undefined): Tree =>
    Object.fromEntries(
      Object.entries(tree).map(([key, value]) => {
        if (fields.some(({ place }) => place.group === group && place.name === key) && Array.isArray(value))
          return [key, value.flatMap((each) => sent(String(each)))]
        if (group !== undefined || !fields.some(({ place }) => place.group === key)) return [key, value]
        return [key, Array.isArray(value) ? value.map((item) => within(item as Tree, key)) : within(value as Tree, key)]
      }),
    )
  const sent = (answer: string) => {
    const file = uploadedFile(answer)
    return file ? [send(file)] : []
  }
  return within(answers, undefined)
}

/** The names that stand in braces in an address: campaign in https://api.example/{campaign}/leads. */
export function placeholders(template: string): string[] {
  return Array.from(template.matchAll(/\{([^{}]+)\}/g), ([, name = '']) => name)
}
