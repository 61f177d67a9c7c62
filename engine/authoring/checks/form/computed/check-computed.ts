import {
  type Computation,
  computationOf,
  type FieldSchema,
  kindNamed,
  ownLimit,
  readBy,
  resolveField,
  schemaOf,
} from '#engine/form/model'
import {
  type DefinitionProblem,
  didYouMean,
  type Entry,
  type Library,
  placedAt,
  type WrittenField,
  writtenFields,
} from '#engine/library'
import type { ComputedDefinition, FormDefinition, Term } from '#schemas/generated/form.ts'
import { anywhere } from '../anywhere.ts'
import { reserved, reservedId } from '../check-field.ts'

const once = { mayLack: true, items: { min: 1, max: 1 } }

type Computed = Readonly<Record<string, ComputedDefinition>>

/**
 * Each computed value says one way it is computed, of answers that there can be, and never of itself.
 * @param fields what the form asks
 */
export function checkComputed(
  { file, value: { computed = {} } }: Entry<FormDefinition>,
  fields: readonly WrittenField[],
): DefinitionProblem[] {
  const ids = Object.keys(computed)
  return Object.entries(computed).flatMap(([id, definition]) => {
    const path = ['computed', id]
    if (reserved.includes(id)) return [reservedId(id, file, path)]
    const taken = fields.find((field) => field.id === id || field.place.group === id)
    if (taken) {
      const message = `The id "${id}" is taken by ${taken.file} (${taken.path.join('.')}). Answers are stored by id: give one of the two another.`
      return [{ file, path, on: 'key' as const, message }]
    }
    const circle = circleOf(id, computed)
    // It is one mistake, wherever one enters it.
    if (circle?.every((each) => ids.indexOf(each) >= ids.indexOf(id))) {
      const message = `"${id}" is computed of itself: ${circle.map((each) => `"${each}"`).join(' reads ')}. Let one of them read answers alone.`
      return [{ file, path, on: 'key' as const, message }]
    }
    return checkOne(definition, { file, path, fields, computed })
  })
}

interface Place {
  file: string
  path: readonly string[]
  fields: readonly WrittenField[]
  computed: Computed
}

const ways = ['sum', 'count', 'age', 'payment', 'table'] as const

function checkOne(definition: ComputedDefinition, at: Place): DefinitionProblem[] {
  const { file, path } = at
  const say = (key: string, message: string) => [{ file, path: [...path, key], on: 'key' as const, message }]
  const [way, other] = ways.filter((key) => definition[key] !== undefined)
  if (way === undefined)
    return [
      {
        ...{ file, path, on: 'key' },
        message: 'Say how the value is computed: one of "sum", "count", "age", "payment" and "table".',
      },
    ]
  if (other) return say(other, `"${way}" already says how the value is computed. Remove "${other}".`)
  const strange = (['columns', 'value'] as const).find((key) => definition[key] !== undefined && way !== 'table')
  if (strange) return say(strange, `"${strange}" is about a "table", which this does not read. Remove it.`)
  if (definition.round !== undefined && way === 'table')
    return say('round', 'The values of a table are as they stand there. Remove "round".')
  if (definition.round !== undefined && way !== 'sum' && way !== 'payment')
    return say('round', `A ${way} is a whole number. Remove "round".`)
  if (definition.asOf !== undefined && way !== 'age')
    return say('asOf', '"asOf" says until when an age is counted. Remove it, or write an "age".')
  const { sum = [], count, age, asOf: until, payment, columns, value } = definition
  if (way === 'table') {
    const lacking = columns ? (value === undefined ? 'value' : null) : 'columns'
    if (lacking === null) return []
    const message = `A value from a table needs "columns", its conditions, and "value", the column that holds it. Add "${lacking}".`
    return [{ file, path, on: 'key', message }]
  }
  if (payment) return [...checkNumber(payment.amount, 'amount', at), ...checkNumber(payment.months, 'months', at)]
  if (way === 'age') return [...checkDate(age, 'age', at), ...checkDate(until, 'asOf', at)]
  if (way === 'sum')
    return sum.flatMap((term, index) => checkTerm(term, { ...at, path: [...path, 'sum', String(index)] }))
  return [count ?? []].flat().flatMap((id, index) => {
    const place = { ...at, path: [...path, 'count', ...(Array.isArray(count) ? [String(index)] : [])] }
    const read = fieldRead(id, place)
    if (!('place' in read)) return [read]
    if (read.path.at(-1) === 'as' || ['array', 'boolean'].includes(answersOf(read).type)) return []
    return wrong(
      place,
      `"${id}" cannot be counted. Name a repeated group, a field with "multiple", or one that is answered with yes or no.`,
    )
  })
}

function checkDate(id: string | undefined, key: 'age' | 'asOf', at: Place): DefinitionProblem[] {
  if (id === undefined) return []
  const place = { ...at, path: [...at.path, key] }
  const read = fieldRead(id, place)
  if (!('place' in read)) return [read]
  if (read.place.item !== undefined)
    return wrong(place, `"${id}" is asked several times, and an age is one person's. Name a field that is asked once.`)
  if (kindNamed(read.field.kind ?? null)?.calendar === 'day') return []
  return wrong(place, `"${id}" is no day, so no years can be counted. Name a field of the kind "date" or "birth-date".`)
}

/** What a loan's payment is made of: one number, and whole ones where months are counted. */
function checkNumber(id: string, key: 'amount' | 'months', at: Place): DefinitionProblem[] {
  const place = { ...at, path: [...at.path, 'payment', key] }
  if (Object.hasOwn(at.computed, id)) return []
  const read = fieldRead(id, place)
  if (!('place' in read)) return [read]
  if (read.place.item !== undefined)
    return wrong(place, `"${id}" is asked several times, and a loan has one. Name a field that is asked once.`)
  const { type, isNumber } = answersOf(read)
  if (!isNumber) return wrong(place, `The answer to "${id}" is no number. Name a field with a number.`)
  if (key === 'amount' || type === 'integer') return []
  return wrong(place, `"${id}" may have decimals, and months are whole. Name a field of the kind "integer".`)
}

/** A term of a sum: what it reads is there, and counts. */
export function checkTerm(term: Term, at: Place): DefinitionProblem[] {
  if (typeof term === 'number') return []
  const { field, product, values, default: otherwise } = term
  const idle = (['field', 'factor', 'values', 'default'] as const).find((key) => product && term[key] !== undefined)
  if (idle)
    return wrong({ ...at, path: [...at.path, idle] }, `A product is made of its own list. Remove "${idle}".`, 'key')
  if (product) {
    const problems = product.flatMap((factor, index) =>
      checkTerm(factor, { ...at, path: [...at.path, 'product', String(index)] }),
    )
    return problems.length > 0 ? problems : checkSquares(product, at)
  }
  if (field === undefined) return wrong(at, 'Say what is added: a "field", or a "product".', 'key')
  if (otherwise !== undefined && !values)
    return wrong(
      { ...at, path: [...at.path, 'default'] },
      '"default" completes "values". Add them, or remove it.',
      'key',
    )
  const place = { ...at, path: [...at.path, 'field'] }
  if (Object.hasOwn(at.computed, field))
    return values
      ? wrong({ ...at, path: [...at.path, 'values'] }, `"${field}" is a number itself. Remove "values".`, 'key')
      : []
  const read = fieldRead(field, place)
  return 'place' in read ? checkTable(term, read, at) : [read]
}

/** A number speaks for itself, all else needs a table that speaks for each of its answers. */
function checkTable({ field = '', values, default: otherwise }: Term & object, read: WrittenField, at: Place) {
  const { isNumber, options } = answersOf(read)
  if (!options && values)
    return wrong(
      { ...at, path: [...at.path, 'values'] },
      `"${field}" has no options that a table could name. ${isNumber ? 'Remove "values".' : 'Name another field.'}`,
      'key',
    )
  if (isNumber && !values) return []
  if (!options)
    return wrong(
      { ...at, path: [...at.path, 'field'] },
      `The answer to "${field}" is no number. Name a field with a number, or one with options and what they count in "values".`,
    )
  if (!values)
    return wrong(
      { ...at, path: [...at.path, 'field'] },
      `Say what the answers to "${field}" count: "values": { "${options[0]}": 1, … }.`,
    )
  const strange = Object.keys(values).filter((option) => !options.includes(option))
  const lacking = options.filter((option) => !Object.hasOwn(values, option))
  const table = [...at.path, 'values']
  if (strange.length > 0)
    return strange.flatMap((option) =>
      wrong(
        { ...at, path: [...table, option] },
        `"${field}" is never "${option}".${didYouMean(option, options)}`,
        'key',
      ),
    )
  if (lacking.length === 0 || otherwise !== undefined) return []
  const named = lacking.map((option) => `"${option}"`).join(', ')
  return wrong({ ...at, path: table }, `The table does not say what ${named} counts. Add it, or a "default".`, 'key')
}

/** What is multiplied with itself goes up and down, and nobody could tell which answers meet a condition on it. */
function checkSquares(product: readonly Term[], at: Place): DefinitionProblem[] {
  const made = product.map((factor) => (typeof factor === 'number' ? [] : sources(factor.field ?? '', at.computed)))
  const twice = made.flat().find((id) => made.filter((all) => all.includes(id)).length > 1)
  if (twice === undefined) return []
  return wrong(
    { ...at, path: [...at.path, 'product'] },
    `"${twice}" is multiplied with itself here. Let a product read it once.`,
    'key',
  )
}

/** The answers that a value is made of in the end. @param way what led here: circles are told elsewhere */
function sources(id: string, computed: Computed, way: readonly string[] = []): string[] {
  const definition = Object.hasOwn(computed, id) && !way.includes(id) ? computed[id] : undefined
  if (!definition) return [id]
  return [...new Set(reads(definition).flatMap((each) => sources(each, computed, [...way, id])))]
}

/** The ids that a definition names. */
function reads({ sum = [], count, age, asOf, payment, columns = {} }: ComputedDefinition): string[] {
  const within = (term: Term): string[] =>
    typeof term === 'number' ? [] : [term.field ?? [], (term.product ?? []).flatMap(within)].flat()
  const ofTable = Object.values(columns).map(({ field }) => field)
  return [
    sum.flatMap(within),
    count ?? [],
    age ?? [],
    asOf ?? [],
    payment?.amount ?? [],
    payment?.months ?? [],
    ofTable,
  ].flat()
}

/** The way from a value back to itself; null where there is none. */
function circleOf(id: string, computed: Computed, way: readonly string[] = [id]): string[] | null {
  const definition = computed[way.at(-1) ?? '']
  for (const read of definition ? reads(definition) : []) {
    if (read === id) return [...way, id]
    if (!Object.hasOwn(computed, read) || way.includes(read)) continue
    const found = circleOf(id, computed, [...way, read])
    if (found) return found
  }
  return null
}

/** The field that an id names, or why there is none. */
function fieldRead(written: string, { file, path, fields, computed }: Place): WrittenField | DefinitionProblem {
  const found = fields.find(({ id }) => id === written)
  if (found) return found
  const on = 'value' as const
  if (Object.hasOwn(computed, written))
    return { file, path, on, message: `"${written}" is computed itself. Counts and ages are of answers: name a field.` }
  const known = [...fields.map(({ id }) => id), ...Object.keys(computed)]
  return {
    file,
    path,
    on,
    message: `The value reads "${written}", but no field has this id.${didYouMean(written, known)}`,
  }
}

/** What a table could name of a field's answers: its options, or yes and no; null where they are none. */
export function answersOf(read: WrittenField) {
  const { type, ...schema } = resolveField(read.place, read.field, anywhere).schema
  const listed = (schema.items as FieldSchema | undefined)?.enum ?? schema.enum
  const options = Array.isArray(listed) ? listed.map(String) : type === 'boolean' ? ['true', 'false'] : null
  return { type, options, isNumber: type === 'integer' || type === 'number' }
}

function wrong({ file, path }: Place, message: string, on: 'key' | 'value' = 'value'): DefinitionProblem[] {
  return [{ file, path, on, message }]
}

/** What conditions and partners read of computed values: numbers between bounds. */
export function writtenComputed(
  { file, value: { computed = {} } }: Pick<Entry<FormDefinition>, 'file' | 'value'>,
  fields: readonly WrittenField[],
): WrittenField[] {
  const asked = new Map(fields.map((field) => [field.id, { ...field, schema: schemaAnywhere(field) }]))
  const known = new Map<string, { schema: FieldSchema; after: string | null; isUntold: boolean }>()
  const position = (id: string) => fields.findIndex((field) => field.id === id)
  for (const id of Object.keys(computed)) learn(id, [])
  return [...known].map(
    ([
      id,
      {
        schema: { type, minimum, maximum },
        after,
        isUntold,
      },
    ]) => ({
      ...placedAt({ name: id }),
      field: {
        type,
        title: id,
        ...(minimum !== undefined && { minimum }),
        ...(maximum !== undefined && { maximum }),
      } as WrittenField['field'],
      file,
      path: ['computed', id],
      after,
      ...(isUntold && { isUntold }),
    }),
  )

  /** @param way what led here: of a circle, which is a mistake of its own, nothing more is found out */
  function learn(id: string, way: readonly string[]): void {
    const definition = computed[id]
    if (!definition || known.has(id) || way.includes(id)) return
    const computation = computationOf(definition, asked)
    for (const read of readBy(computation)) learn(read, [...way, id])
    const isUntold =
      'payment' in computation ||
      'table' in computation ||
      readBy(computation).some((read) => known.get(read)?.isUntold)
    known.set(id, { schema: schemaOf(computation, answerTo), after: lastOf(computation), isUntold })
  }

  /** Any answer may be absent: whether one can be, languages decide. */
  function answerTo(id: string) {
    const field = asked.get(id)
    if (!field) return known.has(id) ? { schema: known.get(id)?.schema ?? { type: 'number' as const }, ...once } : null
    const list = field.place.item === undefined ? undefined : asked.get(field.place.group ?? '')
    if (!list) return { schema: field.schema, ...once }
    const { minimum, maximum } = list.field
    return { schema: field.schema, mayLack: true, items: { min: ownLimit(minimum) ?? 0, max: ownLimit(maximum) ?? 0 } }
  }

  function lastOf(computation: Computation): string | null {
    const lasts = readBy(computation).flatMap((read) => known.get(read)?.after ?? (position(read) === -1 ? [] : read))
    return lasts.toSorted((one, other) => position(one) - position(other)).at(-1) ?? null
  }
}

function schemaAnywhere({ place, field }: WrittenField): FieldSchema {
  return resolveField(place, field, anywhere).schema
}

/** Every answer that a lead of a form may hold: what is asked, what the address says, and what is computed. */
export function writtenAnswers(form: Entry<FormDefinition>, library: Library): WrittenField[] {
  const fields = writtenFields(form, library)
  return [...fields, ...writtenComputed(form, fields)]
}
