import { bare, type FieldSchema, formatWritten, resolveField } from '#engine/form/model'
import { type DefinitionProblem, didYouMean, type WrittenField } from '#engine/library'
import type { Expected, Test } from '#schemas/generated/form.ts'
import { anywhere } from './anywhere.ts'

type Value = string | number | boolean

interface Place {
  file: string
  path: readonly string[]
}

/** Whether a field can ever have what a condition expects of it. */
export function checkExpected(expected: Expected | undefined, read: WrittenField, at: Place): DefinitionProblem[] {
  if (expected === undefined) return []
  const { schema } = resolveField(read.place, read.field, anywhere)
  const item = schema.type === 'array' ? (schema.items as FieldSchema) : schema
  const about = { id: read.id, schema: item, isMany: schema.type === 'array' }
  if (Array.isArray(expected)) return checkValues(expected, about, at)
  return typeof expected === 'object' ? checkTest(expected, about, at) : checkValue(expected, about, at)
}

interface About {
  id: string
  /** Of the answer, or of one of several. */
  schema: FieldSchema
  isMany: boolean
}

function checkValues(values: readonly Value[], about: About, at: Place): DefinitionProblem[] {
  return values.flatMap((value, index) => checkValue(value, about, { ...at, path: [...at.path, String(index)] }))
}

function checkValue(value: Value, { id, schema }: About, { file, path }: Place): DefinitionProblem[] {
  const reason = whyNever(value, schema)
  return reason === null
    ? []
    : [{ file, path, on: 'value' as const, message: `"${id}" is never ${JSON.stringify(value)}${reason}` }]
}

/** null when an answer can be this value. */
function whyNever(value: Value, schema: FieldSchema): string | null {
  const { type, enum: options } = schema
  if (Array.isArray(options)) {
    return options.includes(value) ? null : `.${didYouMean(String(value), options.map(String))}`
  }
  if (type === 'boolean') return typeof value === 'boolean' ? null : '. Known: true, false.'
  if (type === 'integer' || type === 'number') {
    if (typeof value !== 'number')
      return `: its answer is a number${typeof value === 'string' ? ', without quotes' : ''}.`
    if (type === 'integer' && !Number.isInteger(value)) return ': its answer is a whole number.'
    return outOf(schema, value, value)
  }
  if (typeof value !== 'string') return ': its answer is text, in quotes.'
  const { format, country = '' } = formatWritten(String(schema.format ?? '')) ?? {}
  // What is right in another country is right in another market.
  if (!format || format.byCountry || format.isRight(value, country)) return null
  return `: that is not ${format.words(country)}. Write it as ${format.samples[0]}.`
}

function outOf({ minimum, maximum }: FieldSchema, least: number, most: number): string | null {
  if (typeof minimum === 'number' && most < minimum) return `: it is ${minimum} at least.`
  return typeof maximum === 'number' && least > maximum ? `: it is ${maximum} at most.` : null
}

const ranges = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const

/** @param isDenied within "not", where a range that holds no answer is odd but does no harm */
function checkTest(test: Test, about: About, at: Place, isDenied = false): DefinitionProblem[] {
  const say = (message: string, key: string, on: 'key' | 'value' = 'key') => [
    { file: at.file, path: [...at.path, key], on, message },
  ]
  const { id, schema, isMany } = about
  const isNumber = schema.type === 'integer' || schema.type === 'number'
  // Those of forms are filled in before; a partner's leads come from several markets.
  const fact = ranges.find((key) => typeof test[key] === 'object')
  if (fact) return say('A condition of a partner takes numbers. Write the figure itself.', fact, 'value')
  const idle = ranges.find((key) => test[key] !== undefined && !isNumber)
  if (idle) return say(`"${idle}" is about numbers, which the answer to "${id}" is not. Remove it.`, idle)
  if (test.contains && !isMany)
    return say(`"contains" is about several answers, and "${id}" has one. Write the value alone.`, 'contains')
  if (test.startsWith && !isTyped(schema))
    return say(
      `"startsWith" is about text as it is typed, which the answer to "${id}" is not. Remove it.`,
      'startsWith',
    )
  const single = (['const', 'enum'] as const).find((key) => test[key] !== undefined)
  if (single && isMany) return say(`"${single}" is about one answer, and "${id}" has several. Use "contains".`, single)
  const within = (key: string) => ({ ...at, path: [...at.path, key] })
  return [
    ...(test.const === undefined ? [] : checkValue(test.const, about, within('const'))),
    ...checkValues(test.enum ?? [], about, within('enum')),
    ...(test.contains ? checkTest(test.contains, { ...about, isMany: false }, within('contains'), isDenied) : []),
    ...(test.not ? checkTest(test.not, about, within('not'), true) : []),
    ...checkBeginnings(test.startsWith ?? [], within('startsWith')),
    ...(isNumber && !isDenied ? checkRange(test, about, say) : []),
  ]
}

/** Phone numbers and IBANs are written in several ways and dates with several controls, so how they begin says little. */
function isTyped({ type, enum: options, format }: FieldSchema): boolean {
  const { name } = formatWritten(String(format ?? ''))?.format ?? {}
  return type === 'string' && options === undefined && (name === undefined || typedFormats.includes(name))
}

const typedFormats = ['postal-code', 'place', 'email']

/** An area within another adds nothing, and who takes the other out of the list means both. */
function checkBeginnings(beginnings: readonly string[], { file, path }: Place): DefinitionProblem[] {
  const at = new Map<string, number>()
  for (const [index, text] of beginnings.entries()) if (!at.has(bare(text))) at.set(bare(text), index)
  return beginnings.flatMap((text, index) => {
    const whole = bare(text)
    const shorter = Array.from(whole, (_, length) => at.get(whole.slice(0, length + 1))).find(
      (other) => other !== undefined && other !== index,
    )
    if (shorter === undefined) return []
    const message = `"${text}" begins with "${beginnings[shorter]}", which is in this list too. Remove one of the two.`
    return [{ file, path: [...path, String(index)], on: 'value' as const, message }]
  })
}

function checkRange(
  test: Test,
  { id, schema }: About,
  say: (message: string, key: string, on: 'value') => DefinitionProblem[],
): DefinitionProblem[] {
  const lower = test.minimum ?? test.exclusiveMinimum
  const upper = test.maximum ?? test.exclusiveMaximum
  const lowerKey = test.minimum === undefined ? 'exclusiveMinimum' : 'minimum'
  const upperKey = test.maximum === undefined ? 'exclusiveMaximum' : 'maximum'
  if (lower !== undefined && upper !== undefined && lower > upper)
    return say(`No number is at least ${lower} and at most ${upper}, so this never holds.`, upperKey, 'value')
  if (lower !== undefined && outOf(schema, lower, Infinity))
    return say(`"${id}" is never ${lower} or more${outOf(schema, lower, Infinity)}`, lowerKey, 'value')
  if (upper !== undefined && outOf(schema, -Infinity, upper))
    return say(`"${id}" is never ${upper} or less${outOf(schema, -Infinity, upper)}`, upperKey, 'value')
  return []
}
