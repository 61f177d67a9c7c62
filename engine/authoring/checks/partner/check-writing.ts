import { type Formatted, type MapFormat, mapFormats } from '#engine/form/lead/map-formats.ts'
import type { MapWriting } from '#schemas/generated/partner.ts'
import type { DefinitionProblem } from '../../../library/definition-problem.ts'
import { didYouMean } from '../../../library/did-you-mean.ts'
import type { Readout } from './readout.ts'

const nouns: Readonly<Record<Readout['is'], string>> = {
  day: 'a day',
  month: 'a month',
  time: 'a time',
  number: 'a number',
  text: 'text',
  'yes or no': 'yes or no',
  group: 'a group',
}

/** What a map does with a value must be possible with such a value. */
export function checkWriting(
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
