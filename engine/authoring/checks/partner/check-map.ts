import { fieldId, placeOf, templateId } from '#engine/form/model/field-place.ts'
import { ownLimit } from '#engine/form/model/limits/limits.ts'
import type { MapSource, PartnerMap } from '#schemas/generated/partner.ts'
import type { Market } from '#schemas/generated/site.ts'
import { siteKey } from '../../../library/definition-key.ts'
import type { DefinitionProblem } from '../../../library/definition-problem.ts'
import { didYouMean } from '../../../library/did-you-mean.ts'
import type { WrittenField } from '../../../library/written-fields.ts'
import { checkWriting } from './check-writing.ts'
import { type Readout, readoutOfField, readouts } from './readout.ts'

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
