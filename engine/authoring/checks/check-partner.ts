import { fileLimits } from '#engine/form/files'
import { type Formatted, type MapFormat, mapFormats, placeholders } from '#engine/form/lead'
import { fieldId, fieldPlace, kindNamed, ownLimit, templateId } from '#engine/form/model'
import {
  type DefinitionProblem,
  didYouMean,
  type Entry,
  isCurrency,
  isTimeZone,
  type Library,
  noTimeZone,
  reference,
  type Schemas,
  siteKey,
  unknownCurrency,
  type WrittenField,
  whichLanguage,
} from '#engine/library'
import { attributionNames } from '#engine/site'
import type { HttpDelivery, PartnerAnswer } from '#schemas/generated/deliveries/http.ts'
import type { When } from '#schemas/generated/form.ts'
import type { MapSource, MapWriting, PartnerDefinition, PartnerMap, Price } from '#schemas/generated/partner.ts'
import type { Market } from '#schemas/generated/site.ts'
import type { WithdrawalRequest } from '#schemas/generated/withdrawal.ts'
import { checkAnswers } from './check-asked-offers.ts'
import { checkTariff } from './check-tariff.ts'
import { checkWhen } from './form/check-when.ts'
import { writtenAnswers } from './form/computed/check-computed.ts'

const nouns: Readonly<Record<Readout['is'], string>> = {
  day: 'a day',
  month: 'a month',
  time: 'a time',
  number: 'a number',
  text: 'text',
  file: 'a file',
  'yes or no': 'yes or no',
  group: 'a group',
}

/** How large files may be in all that partners get within a request, in bytes. */
const mostEncoded = 10 * 1024 * 1024

/** Where a value may come from, each with what may stand beside it. */
const sources: Readonly<Record<string, readonly string[]>> = {
  const: [],
  field: ['values', 'format', 'join', 'default'],
  attribution: ['values', 'format', 'default'],
  leadProperty: ['values', 'format', 'default'],
  consent: ['consentProperty', 'values', 'format', 'default'],
  consents: [],
  object: [],
}

const plain = (name: string, is: Readout['is'] = 'text'): Readout => ({
  ...{ name, is, isList: false },
  options: is === 'yes or no' ? ['true', 'false'] : [],
})

/** What is read elsewhere than in answers. */
const readouts = {
  leadProperty: (what: Source<'leadProperty'>['leadProperty']): Readout =>
    plain(`the lead's ${what}`, what === 'receivedAt' ? 'time' : what === 'test' ? 'yes or no' : 'text'),
  consent: (id: string, what: Source<'consentProperty'>['consentProperty']): Readout =>
    plain(`"${what}" of "${id}"`, what === 'givenAt' ? 'time' : what === 'granted' ? 'yes or no' : 'text'),
  attribution: plain('what an address says'),
}

const ways = ['bearer', 'basic', 'header', 'query', 'oauth2']

/** Headers that are ours to set, each with what to do instead. */
const ours: Readonly<Record<string, string>> = {
  authorization: 'Say who calls in "authorization", by the name of a variable.',
  'idempotency-key': 'It holds the id of the delivery, so that the partner can tell a repeat.',
  ...Object.fromEntries(
    ['host', 'connection', 'content-length', 'transfer-encoding', 'expect', 'upgrade'].map((name) => [
      name,
      'It goes with each call by itself.',
    ]),
  ),
}

/** What a withdrawal can name. */
const withdrawalNames = ['id', 'externalId', 'email', 'form', 'locale', 'withdrawnAt']

/** @param mistaken files that have a problem already: what such a form asks is not known yet */
export function checkPartner(
  { file, value }: Entry<PartnerDefinition>,
  library: Library,
  schemas: Schemas,
  mistaken: ReadonlySet<string>,
): DefinitionProblem[] {
  const problems = value.filters.flatMap(({ form: id, locales, pages, brands, when }, index) => {
    const path = ['filters', String(index)]
    const form = library.forms.get(id)
    const lacking = (locales ?? []).flatMap((locale, place) =>
      form && !form.value.locales.includes(locale)
        ? [
            {
              file,
              path: [...path, 'locales', String(place)],
              on: 'value' as const,
              message: `The form "${id}" is not offered in "${locale}".${whichLanguage(locale, form.value.locales)}`,
            },
          ]
        : [],
    )
    return [
      ...reference(library, 'forms', id, { file, path: [...path, 'form'], on: 'value' }),
      ...lacking,
      ...(pages ?? []).flatMap((page, place) =>
        reference(library, 'pages', page, { file, path: [...path, 'pages', String(place)], on: 'value' }),
      ),
      ...(brands ?? []).flatMap((brand, place) =>
        reference(library, 'brands', brand, { file, path: [...path, 'brands', String(place)], on: 'value' }),
      ),
      ...(form && !mistaken.has(form.file) ? checkTakesWhen(file, path, when, writtenAnswers(form, library)) : []),
    ]
  })
  return [
    ...problems,
    ...checkSchedule(file, value),
    ...checkPrices(file, value),
    ...checkMap(file, value, library, mistaken),
    ...checkCalls(file, value),
    ...checkAnswers(file, value, library, schemas),
    ...checkTariffs(file, value, library, mistaken),
  ]
}

/** What a tariff reads must be asked by each form of the partner, or it would have no offer for that. */
function checkTariffs(
  file: string,
  { filters, deliveries }: PartnerDefinition,
  library: Library,
  mistaken: ReadonlySet<string>,
): DefinitionProblem[] {
  const tariffs = Object.entries(deliveries).flatMap(([id, delivery]) =>
    delivery.kind === 'tariff' ? [{ path: ['deliveries', id], delivery }] : [],
  )
  if (tariffs.length === 0) return []
  const forms = new Map(
    filters.flatMap(({ form: id }) => {
      const form = library.forms.get(id)
      return form && !mistaken.has(form.file) ? [[id, writtenAnswers(form, library)] as const] : []
    }),
  )
  return tariffs.flatMap(({ path, delivery }) => checkTariff({ file, path }, delivery, { library, forms }))
}

function checkTakesWhen(
  file: string,
  path: readonly string[],
  when: When | undefined,
  fields: readonly WrittenField[],
) {
  return checkWhen(when, { file, path: [...path, 'when'], nest: {} }, fields, fields, null)
}

function checkSchedule(file: string, { schedule }: PartnerDefinition): DefinitionProblem[] {
  if (!schedule) return []
  const say = (key: string, message: string) => [{ file, path: ['schedule', key], on: 'value' as const, message }]
  if (!isTimeZone(schedule.timeZone)) return say('timeZone', noTimeZone(schedule.timeZone))
  const { from = '00:00', to } = schedule
  if (from !== to) return []
  return say('to', '"from" and "to" are the same time, so the partner is never open. Leave both out for the whole day.')
}

/** A mapped field must be one that a form of the partner asks, or the partner would silently get nothing. */
function checkMap(
  file: string,
  { filters, map = {} }: PartnerDefinition,
  library: Library,
  mistaken: ReadonlySet<string>,
): DefinitionProblem[] {
  const forms = filters.map(({ form }) => library.forms.get(form))
  if (forms.some((form) => form === undefined || mistaken.has(form.file))) return []
  const fields = forms.flatMap((form) => (form ? writtenAnswers(form, library) : []))
  return checkSources({ file, path: ['map'] }, map, {
    // A field, a whole group, or the field of one item: drivers.0.name.
    known: [...new Set(fields.flatMap(({ id, place }) => [place.group ?? id, id]))],
    fields,
    kept: attributionNames(library.site.value),
    consents: [...new Set(forms.flatMap((form) => Object.keys(form?.value.consents ?? {})))],
    market: Object.values(library.site.value.locales)[0],
  })
}

/** Without a map the names are those of answers, which are many and differ by form. */
function checkCalls(file: string, { map, deliveries }: PartnerDefinition): DefinitionProblem[] {
  return Object.entries(deliveries).flatMap(([id, delivery]) => {
    const place = { file, path: ['deliveries', id] }
    return [
      ...(delivery.kind === 'http' ? checkHttp(place, delivery, map ? namesIn(map) : null) : []),
      ...('unsubscribed' in delivery && delivery.unsubscribed ? checkWithdrawal(place, delivery.unsubscribed) : []),
    ]
  })
}

/** What a partner pays is added up in whole hundredths, so it has no more decimals than that. */
function checkPrices(file: string, { price, filters }: PartnerDefinition): DefinitionProblem[] {
  return [
    ...checkPrice(file, ['price'], price),
    ...filters.flatMap((one, index) => checkPrice(file, ['filters', String(index), 'price'], one.price)),
  ]
}

function checkPrice(file: string, path: readonly string[], price: Price | undefined): DefinitionProblem[] {
  if (!price) return []
  const { amount, currency } = price
  const say = (key: string, message: string) => [{ file, path: [...path, key], on: 'value' as const, message }]
  return [
    ...(amount === Number(amount.toFixed(2)) ? [] : say('amount', `${amount} has more than two decimals. Round it.`)),
    ...(isCurrency(currency) ? [] : say('currency', unknownCurrency(currency))),
  ]
}

interface Place {
  file: string
  path: readonly string[]
}

/** @param names what stands in the lead as the partner gets it */
function checkHttp(
  { file, path }: Place,
  delivery: HttpDelivery,
  names: readonly string[] | null,
): DefinitionProblem[] {
  const say = (keys: readonly string[], message: string, on: 'key' | 'value' = 'value'): DefinitionProblem => ({
    ...{ file, path: [...path, ...keys], on, message },
  })
  const { url, query = {}, headers = {}, authorization, accepted, refused = [], reference } = delivery
  const addresses: [string[], string][] = [
    [['url'], url],
    ...Object.entries(query).map(([name, value]): [string[], string] => [['query', name], value]),
  ]
  return [
    ...addresses.flatMap(([keys, text]) =>
      placeholders(text)
        .filter((name) => names && !names.includes(name))
        .map((name) => say(keys, `This partner's leads have nothing under "${name}".${didYouMean(name, names ?? [])}`)),
    ),
    ...Object.keys(headers).flatMap((name) => {
      const why = ours[name.toLowerCase()]
      if (why !== undefined) return [say(['headers', name], `The header "${name}" is not set here. ${why}`, 'key')]
      return /^[\w!#$%&'*+.^`|~-]+$/.test(name)
        ? []
        : [say(['headers', name], `"${name}" cannot name a header.`, 'key')]
    }),
    ...(authorization && Object.keys(authorization).length > 1
      ? [
          say(
            ['authorization'],
            `Say who calls in one way: ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(ways)}.`,
          ),
        ]
      : []),
    ...(accepted ? checkAnswer(accepted).map(([key, message]) => say(['accepted', key], message, 'key')) : []),
    ...refused.flatMap((answer, at) =>
      checkAnswer(answer).map(([key, message]) => say(['refused', String(at), key], message, 'key')),
    ),
    ...(reference?.pointer !== undefined && reference.prefix !== undefined
      ? [say(['reference', 'after'], oneOf('pointer', 'after'), 'key')]
      : []),
  ]
}

/** The request that tells a partner of a withdrawal names only what there is. */
function checkWithdrawal({ file, path }: Place, { path: at, map = {} }: WithdrawalRequest): DefinitionProblem[] {
  const texts: [string[], string][] = [
    [['path'], at],
    ...Object.entries(map).map(([name, text]): [string[], string] => [['map', name], text]),
  ]
  return texts.flatMap(([keys, text]) =>
    placeholders(text)
      .filter((name) => !withdrawalNames.includes(name))
      .map(
        (name): DefinitionProblem => ({
          ...{ file, path: [...path, 'unsubscribed', ...keys], on: 'value' },
          message: `A withdrawal has no "${name}".${didYouMean(name, withdrawalNames)} Known: ${withdrawalNames.join(', ')}.`,
        }),
      ),
  )
}

/** A sentence, and the key that it is about. */
function checkAnswer({ pointer, values, startsWith }: PartnerAnswer): [key: string, message: string][] {
  if (pointer !== undefined && startsWith !== undefined) return [['startsWith', oneOf('pointer', 'startsWith')]]
  return values && pointer === undefined ? [['values', 'Add "pointer" with the location of these values.']] : []
}

function oneOf(json: string, text: string): string {
  return `An answer is JSON or text: "${json}" and "${text}" exclude each other. Remove one.`
}

/** What a map writes, with what stands in its objects: person.city. */
function namesIn(map: PartnerMap): string[] {
  return Object.entries(map).flatMap(([name, source]) =>
    typeof source === 'object' && 'object' in source ? namesIn(source.object).map((inner) => `${name}.${inner}`) : name,
  )
}

/** What a map reads at a place, as far as that decides how it can be written. */
export interface Readout {
  /** In a sentence: "bill", the lead's time. */
  name: string
  is: Formatted | 'yes or no' | 'group'
  /** Whether there may be several. */
  isList: boolean
  /** All that it can be, where that is listed. */
  options: readonly string[]
  /** For files: how large all may be. */
  bytes?: number
}

/** @param written undefined for a group or list of groups */
function readoutOfField(id: string, written: WrittenField | undefined, market: Market | undefined): Readout {
  const name = `"${id}"`
  if (!written) return plain(name, 'group')
  const { kind, type, options, multiple } = written.field
  if (options) return { name, is: 'text', isList: multiple === true, options: Object.keys(options) }
  const known = kindNamed(kind ?? null)
  if (known?.isFile)
    return { name, is: 'file', isList: true, options: [], bytes: fileLimits(written.field.files).files.maxTotalBytes }
  if (known?.calendar) return plain(name, known.calendar)
  const base = type ?? (market && known?.schema(market).type)
  if (base === 'boolean') return plain(name, 'yes or no')
  return plain(name, base === 'integer' || base === 'number' ? 'number' : 'text')
}

type Source<K extends string> = Extract<MapSource, Record<K, string>>

/** What the maps of a partner may read. */
interface Readable {
  /** The ids of fields and groups. */
  known: readonly string[]
  fields: readonly WrittenField[]
  /** What is kept of a visitor's first address. */
  kept: readonly string[]
  /** The consents of the partner's forms. */
  consents: readonly string[]
  /** Any: what an answer may be differs by market, whether it is text or a number does not. */
  market: Market | undefined
}

interface MapPlace {
  file: string
  path: readonly string[]
}

/** What a map reads must be there, or the partner would silently get nothing, and be written as such a value can be. */
function checkSources(at: MapPlace, map: PartnerMap, readable: Readable): DefinitionProblem[] {
  return Object.entries(map).flatMap(([target, source]) =>
    checkSource({ file: at.file, path: [...at.path, target] }, source, readable),
  )
}

function checkSource(at: MapPlace, source: MapSource, readable: Readable): DefinitionProblem[] {
  const say = (message: string, ...keys: string[]): DefinitionProblem[] => [
    { file: at.file, path: [...at.path, ...keys], on: 'value', message },
  ]
  if (typeof source === 'string') return unknownField(source, readable).flatMap((message) => say(message))
  const [from, ...others] = Object.keys(source).filter((key) => Object.hasOwn(sources, key))
  if (from === undefined || others.length > 0)
    return say(
      'Say where the value comes from: one of "const", "field", "attribution", "leadProperty", "consent", "consents" and "object".',
    )
  const strange = Object.keys(source).filter((key) => key !== from && !sources[from]?.includes(key))
  if (strange.length > 0)
    return strange.map((key) => ({
      ...{ file: at.file, path: [...at.path, key], on: 'key' as const },
      message: `"${key}" does not go with "${from}". Remove it.`,
    }))
  if ('object' in source) return checkSources({ file: at.file, path: [...at.path, 'object'] }, source.object, readable)
  if ('const' in source) return []
  if ('consents' in source)
    return readable.consents.length > 0 ? [] : say('The forms of this partner ask no consent.', 'consents')
  if ('consent' in source && !readable.consents.includes(source.consent)) {
    const hint = didYouMean(source.consent, readable.consents)
    return say(`The forms of this partner ask no consent "${source.consent}".${hint}`, 'consent')
  }
  if ('consent' in source && source.consentProperty === undefined)
    return say(
      'Say what of the consent: "consentProperty", with granted, purpose, text, textHash or givenAt.',
      'consent',
    )
  if ('attribution' in source && !readable.kept.includes(source.attribution)) {
    const message = `Nothing is kept of "${source.attribution}" in addresses.${didYouMean(source.attribution, readable.kept)} What is kept is said in site.json, under "attribution".`
    return say(message, 'attribution').map((problem) => ({ ...problem, with: [siteKey] }))
  }
  const unknown = 'field' in source ? unknownField(source.field, readable) : []
  if (unknown.length > 0) return unknown.flatMap((message) => say(message, 'field'))
  return checkWriting(at, readoutOf(source, readable), source)
}

function readoutOf(source: Exclude<MapSource, string>, { fields, market }: Readable): Readout {
  if ('field' in source) {
    const place = fieldPlace(source.field)
    const field = fields.find(({ id }) => id === templateId(place))
    const isGroup = fields.some(({ place: { group } }) => group === source.field)
    return readoutOfField(source.field, isGroup ? undefined : field, market)
  }
  if ('leadProperty' in source) return readouts.leadProperty(source.leadProperty)
  if ('consent' in source) return readouts.consent(source.consent, source.consentProperty)
  return readouts.attribution
}

function unknownField(id: string, { known, fields }: Readable): string[] {
  if (known.includes(templateId(fieldPlace(id)))) return beyond(id, fields)
  return [`The forms of this partner have no field "${id}".${didYouMean(id, known)}`]
}

/** An item that a list never has: they are counted from 0. */
function beyond(id: string, fields: readonly WrittenField[]): string[] {
  const place = fieldPlace(id)
  const { group = '', item } = place
  if (typeof item !== 'number') return []
  // The number of items is a field under the list's name. Of several forms the longest list counts.
  const most = Math.max(...fields.flatMap((field) => (field.id === group ? (ownLimit(field.field.maximum) ?? []) : [])))
  if (item < most || most < 1) return []
  const last = fieldId({ ...place, item: most - 1 })
  return [`"${group}" has ${most} items at most, counted from 0: the last is "${last}".`]
}

/** What a map does with a value must be possible with such a value. */
function checkWriting(
  { file, path }: { file: string; path: readonly string[] },
  readout: Readout,
  { values, format, join }: MapWriting & { join?: string },
): DefinitionProblem[] {
  const say = (key: string, message: string, ...rest: string[]): DefinitionProblem[] => [
    { file, path: [...path, key, ...rest], on: key === 'format' ? 'value' : 'key', message },
  ]
  if (readout.is === 'group')
    return Object.keys({ ...(values && { values }), ...(format && { format }), ...(join !== undefined && { join }) })
      .slice(0, 1)
      .flatMap((key) => say(key, `${readout.name} is a group. Read one of its fields, or leave "${key}" out.`))
  return [
    ...(values ? checkValues(values, readout).flatMap(([message, ...rest]) => say('values', message, ...rest)) : []),
    ...(format === undefined ? [] : checkFormat(format, readout).flatMap((message) => say('format', message))),
    ...(join !== undefined && !readout.isList
      ? say('join', `${readout.name} is one answer, so there is nothing to join. Remove "join".`)
      : []),
  ]
}

function checkFormat(format: MapFormat, { name, is, bytes = 0 }: Readout): string[] {
  const { of } = mapFormats[format]
  if (format === 'base64' && bytes > mostEncoded)
    return [
      `${name} takes up to ${inMegabytes(bytes)} in all, and "base64" is for up to ${inMegabytes(mostEncoded)}. Lower "maxTotalMegabytes", or write "link".`,
    ]
  if (of.includes(is as Formatted)) return []
  const possible = Object.entries(mapFormats).flatMap(([each, rule]) => (rule.of.includes(is as Formatted) ? each : []))
  const instead =
    possible.length > 0 ? `Formats of ${nouns[is]}: ${possible.join(' ')}.` : 'Give its words in "values".'
  return [`"${format}" writes ${of.map((each) => nouns[each]).join(' or ')}, and ${name} is ${nouns[is]}. ${instead}`]
}

function inMegabytes(bytes: number): string {
  return `${bytes / (1024 * 1024)} MB`
}

/** A sentence each, and the key of the table that it is about. */
function checkValues(
  values: NonNullable<MapWriting['values']>,
  { name, options }: Readout,
): [message: string, ...key: string[]][] {
  if (options.length === 0) return []
  const strange = Object.keys(values).filter((value) => !options.includes(value))
  if (strange.length > 0)
    return strange.map((value) => [`${name} is never "${value}".${didYouMean(value, options)}`, value])
  const lacking = options.filter((option) => !Object.hasOwn(values, option)).map((option) => `"${option}"`)
  if (lacking.length === 0) return []
  return [[`The table has no word for ${lacking.join(', ')}. Add it, or the partner gets ours.`]]
}
