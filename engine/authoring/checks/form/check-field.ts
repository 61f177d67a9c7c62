import { fileTypes } from '#engine/form/files'
import { optionOrder, ownLimit, type ResolvedField, resolveField } from '#engine/form/model'
import { boundDay, isDay } from '#engine/form/values'
import { type DefinitionProblem, didYouMean, type WrittenField } from '#engine/library'
import { anywhere } from './anywhere.ts'
import { idleKeywords, idleMessages } from './check-keywords.ts'

const pairs: readonly Limits[] = [
  { lower: 'minimum', upper: 'maximum' },
  { lower: 'minLength', upper: 'maxLength' },
  { lower: 'minItems', upper: 'maxItems' },
]

const keywords = [...pairs.flatMap(({ lower, upper }) => [lower, upper]), 'earliest', 'latest'] as const

/** Days on which months and years counted from them come out differently. */
const someDays = ['2024-01-31', '2024-02-29', '2025-02-28', '2025-03-01', '2025-12-31', '2026-06-15']

/** Names that mean something to JavaScript or to the form's own address. */
export const reserved = [
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'done',
  'locales',
  'after',
  optionOrder,
]

/** The parameters of a page's own address (engine/site/form-places.ts). */
export const ownParameters = ['form', 'step']

export function ownParameter(name: string): string {
  return `"${name}" is reserved in addresses for the state of the page’s forms. Use another parameter.`
}

/** Whether a field says what its answer is, in words that belong together. */
export function checkField(placed: WrittenField): DefinitionProblem[] {
  const { field, file, path } = placed
  const problems: DefinitionProblem[] = []
  const id = placed.place.name
  const say = (message: string, key?: string) =>
    problems.push({
      file,
      path: key === undefined ? path : [...path, key],
      on: key === undefined ? 'key' : 'value',
      message,
    })
  if (reserved.includes(id)) problems.push(reservedId(id, file, path))
  if (field.kind === 'matrix') return [...problems, ...checkTable(placed)]
  if (field.rows) say('Only the kind "matrix" has rows. Add "kind": "matrix" or remove "rows".', 'rows')
  const choice = field.optionList === undefined ? 'options' : 'optionList'
  const ways = (['kind', choice, 'type'] as const).filter((key) => field[key] !== undefined)
  if (ways.length === 0)
    say(`The field "${id}" does not say what its answer is. Give it a "kind", "options" or a "type".`)
  if (ways.length > 1) say(`"${ways[0]}" already says what the answer is. Remove "${ways[1]}".`, ways[1])
  if (field.multiple && !field.options && field.optionList === undefined)
    say('Only a field with "options" can take several answers. Add "options" or remove "multiple".', 'multiple')
  if (field.exclusive !== undefined && !field.multiple)
    say('"exclusive" needs "multiple": true. Add it or remove "exclusive".', 'exclusive')
  if (ownParameters.includes(field.prefill ?? '')) say(ownParameter(field.prefill ?? ''), 'prefill')
  if (field.prefill !== undefined && placed.place.item !== undefined)
    say('This is asked several times, and an address cannot say for which. Remove "prefill".', 'prefill')
  for (const { keyword, message } of idleKeywords(field)) say(message, keyword)
  if (field.step !== undefined && field.control === undefined)
    say('"step" is the distance between the positions of a slider. Add "control": "slider", or remove "step".', 'step')
  for (const { key, message } of filesNobodyCanSend(field))
    problems.push({ file, path: [...path, 'files', key], on: 'value', message })
  for (const { code, message } of idleMessages(field))
    problems.push({ file, path: [...path, 'errors', code], on: 'key', message })
  const options = Object.keys(field.options ?? {})
  if (field.exclusive !== undefined && !options.includes(field.exclusive)) {
    say(`"${field.exclusive}" is none of the options.${didYouMean(field.exclusive, options)}`, 'exclusive')
  }
  return problems.length > 0 ? problems : checkBounds(placed)
}

/** What a table of choices may say. */
const tableKeys = [
  ...['kind', 'title', 'hint', 'explanation', 'rows', 'options', 'optionList', 'optional', 'when', 'newScreen'],
  ...['errors', 'locales', 'after'],
]

/** The most options that a table is wide enough for. */
const mostColumns = 7

/** A table of choices has rows and options, and its answers can be a group. */
function checkTable({ field, file, path, place }: WrittenField): DefinitionProblem[] {
  const { rows = {}, options = {}, optionList } = field
  const say = (message: string, keys: string[], on: 'key' | 'value') => [
    { file, path: [...path, ...keys], on, message },
  ]
  const idle = Object.keys(field).find((key) => !tableKeys.includes(key))
  if (idle !== undefined)
    return say(`A table of choices does not take "${idle}". Known: ${tableKeys.join(', ')}. Remove it.`, [idle], 'key')
  if (place.group !== undefined) {
    const message = `The answers of a table are a group of their own, so "${place.name}" is not possible in a step with "as". Move it to another step.`
    return say(message, [], 'key')
  }
  if (Object.keys(rows).length === 0)
    return say(`The table "${place.name}" has no rows. Add "rows", each as id → text.`, [], 'key')
  if (!field.options && optionList === undefined)
    return say(`The table "${place.name}" has no options. Add "options", which all rows share.`, [], 'key')
  const count = Object.keys(options).length
  if (count > mostColumns) {
    const message = `A table takes ${mostColumns} options at most, and this has ${count}. Offer fewer, or ask each row as a question of its own.`
    return say(message, [optionList === undefined ? 'options' : 'optionList'], 'key')
  }
  const taken = Object.keys(rows).find((row) => reserved.includes(row))
  if (taken !== undefined) return [reservedId(taken, file, [...path, 'rows', taken])]
  return idleMessages(field).map(({ code, message }) => ({ file, path: [...path, 'errors', code], on: 'key', message }))
}

/** Rules for files that contradict each other. */
function filesNobodyCanSend({ files }: WrittenField['field']): Found[] {
  if (!files) return []
  const { maxMegabytes = 10, maxTotalMegabytes, accept = ['jpg'], capture } = files
  const found: Found[] = []
  if (maxTotalMegabytes !== undefined && maxTotalMegabytes < maxMegabytes) {
    const message = `"maxTotalMegabytes" (${maxTotalMegabytes}) is less than "maxMegabytes" (${maxMegabytes}), so no file of that size is taken. Raise one or lower the other.`
    found.push({ key: 'maxTotalMegabytes', message })
  }
  if (capture !== undefined && !accept.some((type) => /^(?:image|video)/.test(fileTypes[type]))) {
    const message =
      'A camera takes pictures and films, and "accept" has neither. Add one, such as jpg, or remove "capture".'
    found.push({ key: 'capture', message })
  }
  return found
}

export function reservedId(id: string, file: string, path: readonly string[]): DefinitionProblem {
  return { file, path, on: 'key', message: `"${id}" is reserved. Choose another id.` }
}

/** Two limits of one thing, and what to do when they cross. */
interface Limits {
  lower: 'minimum' | 'minLength' | 'minItems'
  upper: 'maximum' | 'maxLength' | 'maxItems'
}

/** Limits of a field, its own and its kind's, between which no answer lies: nobody could complete the form. */
function checkBounds(placed: WrittenField): DefinitionProblem[] {
  // A kind's own limits never cross.
  if (![...keywords, 'control' as const].some((key) => placed.field[key] !== undefined)) return []
  const resolved = resolveField(placed.place, placed.field, anywhere)
  const found = [
    ...several(placed),
    ...crossing(placed, resolved),
    ...choices(placed),
    ...days(placed, resolved),
    ...slider(placed, resolved),
  ]
  return found.map(({ key, message }) => ({
    file: placed.file,
    path: [...placed.path, key],
    on: 'value' as const,
    message,
  }))
}

interface Found {
  key: string
  message: string
}

/** Of two limits that stand by themselves one does nothing; which, may depend on the day. */
function several({ field }: WrittenField): Found[] {
  return (['minimum', 'maximum', 'earliest', 'latest'] as const).flatMap((key) => {
    const own = [field[key]].flat().filter((limit) => limit !== undefined && typeof limit !== 'object')
    if (own.length < 2) return []
    const message = `Of several limits at most one may be fixed; the others must depend on answers. Keep one of ${own.join(', ')}.`
    return [{ key, message }]
  })
}

function crossing({ field }: WrittenField, { schema }: ResolvedField): Found[] {
  return pairs.flatMap(({ lower, upper }): Found[] => {
    const [least, most] = [schema[lower], schema[upper]]
    if (typeof least !== 'number' || typeof most !== 'number') return []
    const isWhole = schema.type === 'integer' && lower === 'minimum'
    if (least <= most && !(isWhole && Math.ceil(least) > Math.floor(most))) return []
    const [isUpperOwn, isLowerOwn] = [upper, lower].map((key) => ownLimit(field[key]) !== undefined)
    const key = isUpperOwn ? upper : lower
    if (isUpperOwn && isLowerOwn) {
      const message =
        least > most
          ? `"${upper}" (${most}) is less than "${lower}" (${least}), so no answer is taken. Raise one or lower the other.`
          : `There is no whole number from "${lower}" (${least}) to "${upper}" (${most}), so no answer is taken. Widen them.`
      return [{ key, message }]
    }
    const brought = `that the kind "${field.kind ?? 'text'}" brings`
    const message =
      key === upper
        ? `"${upper}" (${most}) is less than the ${lower} ${brought} (${least}), so no answer is taken. Raise it, or say "${lower}".`
        : `"${lower}" (${least}) is more than the ${upper} ${brought} (${most}), so no answer is taken. Lower it, or say "${upper}".`
    return [{ key, message }]
  })
}

/** How many options must be chosen, and how many can be. */
function choices({ field }: WrittenField): Found[] {
  const { options, exclusive, minItems = 0 } = field
  if (!options || !field.multiple) return []
  const together = Object.keys(options).filter((id) => id !== exclusive).length
  if (minItems > Math.max(together, 1)) {
    const message = `"minItems" (${minItems}) is more than the ${together} options that can be chosen together, so no answer is taken. Lower it.`
    return [{ key: 'minItems', message }]
  }
  if (exclusive === undefined || minItems < 2) return []
  const message = `With "minItems" ${minItems} the option "${exclusive}", which excludes all others, can never be chosen. Lower it to 1, or remove "exclusive".`
  return [{ key: 'minItems', message }]
}

/** The most positions that a finger can tell apart. */
const mostPositions = 500

/** A slider has two fixed ends, and steps that lead from one to the other. */
function slider({ field }: WrittenField, { schema }: ResolvedField): Found[] {
  const { control, maximum: written, step = 1 } = field
  const { minimum, maximum, type } = schema as { minimum?: number; maximum?: number; type: string }
  if (control === undefined) return []
  if (minimum === undefined || maximum === undefined || ownLimit(written) === undefined)
    return [{ key: 'control', message: 'A slider needs a fixed "minimum" and "maximum". Add them.' }]
  if (type === 'integer' && !Number.isInteger(step))
    return [{ key: 'step', message: `The answers are whole numbers, and ${step} is none. Write a whole "step".` }]
  const positions = (maximum - minimum) / step
  if (Math.abs(Math.round(positions) - positions) > 1e-9) {
    const message = `Steps of ${step} do not lead from ${minimum} to ${maximum}. Choose a "step" that does.`
    return [{ key: field.step === undefined ? 'control' : 'step', message }]
  }
  if (positions <= mostPositions) return []
  const message = `From ${minimum} to ${maximum} in steps of ${step} a slider has ${positions + 1} positions, too many to set by hand. Write a "step" of at least ${Math.ceil((maximum - minimum) / mostPositions)}.`
  return [{ key: field.step === undefined ? 'control' : 'step', message }]
}

function days({ field }: WrittenField, { bounds = {} }: ResolvedField): Found[] {
  const unreal = (['earliest', 'latest'] as const).flatMap((key) => {
    const bound = ownLimit(field[key])
    if (bound === undefined || !/^\d/.test(bound) || isDay(bound)) return []
    return [{ key, message: `There is no day ${bound}. Write one that the calendar has.` }]
  })
  if (unreal.length > 0) return unreal
  const { earliest, latest } = bounds
  if (earliest === undefined || latest === undefined || !alwaysCross(earliest, latest)) return []
  const key = ownLimit(field.latest) === undefined ? 'earliest' : 'latest'
  const message = `"latest" (${latest}) is before "earliest" (${earliest}), so no answer is taken. Move one of the two.`
  return [{ key, message }]
}

/**
 * Whether two bounds cross on whichever day somebody asks. A day and one counted from today cross on some days only:
 * those the proof knows, which has a clock.
 */
function alwaysCross(earliest: string, latest: string): boolean {
  if (isDay(earliest) !== isDay(latest)) return false
  return someDays.every((today) => boundDay(earliest, today) > boundDay(latest, today))
}
