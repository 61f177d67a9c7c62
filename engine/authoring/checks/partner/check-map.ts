import { type Formatted, type MapFormat, mapFormats } from '#engine/form/lead/map-formats.ts'
import { fieldId, placeOf, templateId } from '#engine/form/model/field-place.ts'
import { ownLimit } from '#engine/form/model/limits/limits.ts'
import type { MapSource, MapWriting, PartnerMap } from '#schemas/generated/partner.ts'
import type { Market } from '#schemas/generated/site.ts'
import { siteKey } from '../../../library/definition-key.ts'
import type { DefinitionProblem } from '../../../library/definition-problem.ts'
import { didYouMean } from '../../../library/did-you-mean.ts'
import type { WrittenField } from '../../../library/written-fields.ts'
import { type Readout, readoutOfField, readouts } from '../check-partner.ts'

const nouns: Readonly<Record<Readout['is'], string>> = {
  day: 'a day',
  month: 'a month',
  time: 'a time',
  number: 'a number',
  text: 'text',
  'yes or no': 'yes or no',
  group: 'a group',
}

/** What the maps of a partner may read. */
export interface Readable {
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

interface Place {
  file: string
  path: readonly string[]
}

/** Where a value may come from, each with what may stand beside it. */
const sources: Readonly<Record<string, readonly string[]>> = {
  const: [],
  field: ['values', 'format', 'join', 'default'],
  attribution: ['values', 'format', 'default'],
  lead: ['values', 'format', 'default'],
  consent: ['is', 'values', 'format', 'default'],
  consents: [],
  object: [],
}

/** What a map reads must be there, or the partner would silently get nothing, and be written as such a value can be. */
export function checkSources(at: Place, map: PartnerMap, readable: Readable): DefinitionProblem[] {
  return Object.entries(map).flatMap(([target, source]) =>
    checkSource({ file: at.file, path: [...at.path, target] }, source, readable),
  )
}

function checkSource(at: Place, source: MapSource, readable: Readable): DefinitionProblem[] {
  const say = (message: string, ...keys: string[]): DefinitionProblem[] => [
    { file: at.file, path: [...at.path, ...keys], on: 'value', message },
  ]
  if (typeof source === 'string') return unknownField(source, readable).flatMap((message) => say(message))
  const [from, ...others] = Object.keys(source).filter((key) => Object.hasOwn(sources, key))
  if (from === undefined || others.length > 0)
    return say(
      'Say where the value comes from: one of "const", "field", "attribution", "lead", "consent", "consents" and "object".',
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
  if ('consent' in source && source.is === undefined)
    return say('Say what of the consent: "is", with granted, purpose, text, textHash or givenAt.', 'consent')
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
    const place = placeOf(source.field)
    const field = fields.find(({ id }) => id === templateId(place))
    const isGroup = fields.some(({ place: { group } }) => group === source.field)
    return readoutOfField(source.field, isGroup ? undefined : field, market)
  }
  if ('lead' in source) return readouts.lead(source.lead)
  if ('consent' in source) return readouts.consent(source.consent, source.is)
  return readouts.attribution
}

function unknownField(id: string, { known, fields }: Readable): string[] {
  if (known.includes(templateId(placeOf(id)))) return beyond(id, fields)
  return [`The forms of this partner have no field "${id}".${didYouMean(id, known)}`]
}

/** An item that a list never has: they are counted from 0. */
function beyond(id: string, fields: readonly WrittenField[]): string[] {
  const place = placeOf(id)
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

function checkFormat(format: MapFormat, { name, is }: Readout): string[] {
  const { of } = mapFormats[format]
  if (of.includes(is as Formatted)) return []
  const possible = Object.entries(mapFormats).flatMap(([each, rule]) => (rule.of.includes(is as Formatted) ? each : []))
  const instead =
    possible.length > 0 ? `Formats of ${nouns[is]}: ${possible.join(' ')}.` : 'Give its words in "values".'
  return [`"${format}" writes ${of.map((each) => nouns[each]).join(' or ')}, and ${name} is ${nouns[is]}. ${instead}`]
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
