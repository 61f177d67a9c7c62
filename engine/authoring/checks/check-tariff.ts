import { fieldPlace } from '#engine/form/model'
import {
  bandHoles,
  type ConditionColumn,
  cellOf,
  conditionsIn,
  numberIn,
  offersOf,
  optionOf,
  overlappingBands,
  readIn,
  unusedRows,
} from '#engine/form/tariff'
import { memoizeByObject } from '#engine/form/values'
import {
  type DefinitionProblem,
  didYouMean,
  type Entry,
  type Library,
  placedAt,
  reference,
  tablesOf,
  type WrittenField,
} from '#engine/library'
import type { TariffAmount, TariffColumn, TariffDelivery, TariffOffer } from '#schemas/generated/deliveries/tariff.ts'
import type { ComputedDefinition, FormDefinition } from '#schemas/generated/form.ts'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import type { TariffTable } from '#schemas/generated/tariff-table.ts'
import { answersOf, checkTerm, writtenAnswers } from './form/computed/check-computed.ts'

/** How many mistakes of one kind are listed for a table: they are mostly one, repeated. */
const mostMistakes = 20

interface Place {
  file: string
  path: readonly string[]
}

/** What a tariff is checked against. */
interface Around {
  library: Library
  /** What each form of the partner asks, by the form's id. */
  forms: ReadonlyMap<string, readonly WrittenField[]>
}

type Table = Entry<TariffTable>

/** A delivery by tariff: its table, the columns of it, and the offers made of them. */
export function checkTariff({ file, path }: Place, delivery: TariffDelivery, { library, forms }: Around) {
  const at = (keys: readonly string[], on: 'key' | 'value' = 'value') => ({ file, path: [...path, ...keys], on })
  const missing = reference(library, 'tariffs', delivery.table, at(['table']), 'tariff table')
  const ofOffers = delivery.offers.flatMap((offer, index) =>
    checkOffer(offer, { file, path: [...path, 'offers', String(index)] }, delivery),
  )
  const table = library.tariffs.get(delivery.table)
  const ofColumns = checkColumns({ file, path: [...path, 'columns'] }, delivery, { table, forms })
  // What amounts read is known once the columns are right.
  const ofAmounts = ofColumns.length > 0 ? [] : checkAmounts({ file, path }, delivery, forms)
  const problems = [...missing, ...ofColumns, ...ofAmounts, ...ofOffers]
  if (!table || problems.length > 0) return problems
  return checkCells(table, delivery, { reader: definitionOf(file), forms })
}

/**
 * The tables that a form computes values from: each has the columns that are named, which are compared with answers that
 * there can be, and none is forgotten.
 * @param fields all that the form asks and computes
 */
export function checkFormTables(
  id: string,
  { file, value: { computed = {} } }: Entry<FormDefinition>,
  fields: readonly WrittenField[],
  library: Library,
): DefinitionProblem[] {
  const reading = Object.entries(computed).flatMap(([name, { table, columns, value }]) =>
    table === undefined || !columns || value === undefined ? [] : [{ name, table, columns, value }],
  )
  const forms = new Map([[id, fields]])
  const problems = reading.flatMap(({ name, table: tableId, columns, value }): DefinitionProblem[] => {
    const at = (keys: readonly string[], on: 'key' | 'value' = 'value') => ({
      file,
      path: ['computed', name, ...keys],
      on,
    })
    const table = library.tariffs.get(tableId)
    if (!table) return reference(library, 'tariffs', tableId, at(['table']), 'tariff table')
    const names = table.value.columns
    const lacks = (column: string) => `The table "${tableId}" has no column "${column}".${didYouMean(column, names)}`
    if (!names.includes(value)) return [{ ...at(['value']), message: lacks(value) }]
    if (Object.hasOwn(columns, value))
      return [{ ...at(['columns', value], 'key'), message: `"${value}" is the column of the value. Remove it here.` }]
    const groups = new Set(
      Object.values(columns).flatMap(({ field }) => (fieldPlace(field).item === 'each' ? fieldPlace(field).group : [])),
    )
    if (groups.size > 1)
      return [{ ...at(['columns']), message: 'The columns read items of two groups. Let them read those of one.' }]
    const ofColumns = Object.entries(columns).flatMap(([column, condition]): DefinitionProblem[] => {
      if (!names.includes(column)) return [{ ...at(['columns', column], 'key'), message: lacks(column) }]
      return checkCondition(condition, id, fields).map((message) => ({ ...at(['columns', column, 'field']), message }))
    })
    if (ofColumns.length > 0) return ofColumns
    return checkCells(table, asTariff({ columns, value }), { reader: `forms/${id}`, forms })
  })
  if (problems.length > 0) return problems
  return [...new Set(reading.map(({ table }) => table))].flatMap((tableId) => {
    const table = library.tariffs.get(tableId)
    const all = reading.filter((one) => one.table === tableId)
    const named = new Set(all.flatMap(({ columns, value }) => [...Object.keys(columns), value]))
    return (table?.value.columns ?? []).flatMap((column, index): DefinitionProblem[] => {
      if (!table || named.has(column)) return []
      const message = `No value of ${file} reads the column "${column}". Name it there in "columns" or "value", or remove it.`
      return [{ file: table.file, path: ['columns', String(index)], on: 'value', message }]
    })
  })
}

/** A value that a form reads from a table, as the columns of a tariff. */
function asTariff({ columns, value }: { columns: TableColumns; value: string }) {
  return { columns: { ...columns, [value]: { value: 'value' } }, date: '', offers: [] }
}

type TableColumns = NonNullable<ComputedDefinition['columns']>

/** Each column is in the table and either a condition on what each form asks, or a value; and none is forgotten. */
function checkColumns(
  { file, path }: Place,
  { columns, table: id }: TariffDelivery,
  { table, forms }: { table: Table | undefined; forms: Around['forms'] },
): DefinitionProblem[] {
  const names = table?.value.columns ?? []
  const say = (keys: readonly string[], message: string, on: 'key' | 'value' = 'value'): DefinitionProblem => ({
    ...{ file, path: [...path, ...keys], on, message },
  })
  const taken = new Set<string>()
  const unused = names.flatMap((name, index): DefinitionProblem[] => {
    if (Object.hasOwn(columns, name)) return []
    const message = `The column "${name}" is not in "columns" of ${file}. Say there what it is, or remove it.`
    return table ? [{ file: table.file, path: ['columns', String(index)], on: 'value', message }] : []
  })
  const strange = Object.keys(columns).filter((name) => table && !names.includes(name))
  if (strange.length > 0)
    return strange.map((name) =>
      say([name], `The table "${id}" has no column "${name}".${didYouMean(name, names)}`, 'key'),
    )
  const own = Object.entries(columns).flatMap(([name, column]): DefinitionProblem[] => {
    const { field, compare, value } = column
    if ((value === undefined) === (field === undefined))
      return [say([name], 'Say either "field" and "compare" for a condition, or "value".', 'key')]
    if (value !== undefined) {
      if (compare !== undefined) return [say([name, 'compare'], 'A value is not compared. Remove "compare".', 'key')]
      if (taken.has(value)) return [say([name, 'value'], `Another column has the value "${value}". Rename one.`)]
      taken.add(value)
      const form = [...forms].find(([, fields]) => fields.some((each) => each.id === value))
      if (!form) return []
      return [say([name, 'value'], `"${value}" is a field of the form "${form[0]}". Give the value another name.`)]
    }
    if (compare === undefined)
      return [say([name], 'Say how the cells are compared: "compare" with option, band or start.', 'key')]
    return [...forms].flatMap(([form, fields]) =>
      checkCondition(column, form, fields).map((message) => say([name, 'field'], message)),
    )
  })
  return [...own, ...unused]
}

const nouns = { option: 'options', band: 'numbers', start: 'text' } as const

/** A sentence where a form does not ask what a column is compared with, or asks it as something else. */
function checkCondition(
  { field = '', compare = 'option' }: TariffColumn,
  form: string,
  fields: readonly WrittenField[],
): string[] {
  const read = fields.find(({ id }) => id === field)
  if (!read) {
    const known = fields.map(({ id }) => id)
    return [`The form "${form}" does not ask "${field}".${didYouMean(field, known)}`]
  }
  const is = comparisonOf(read)
  if (is === compare) return []
  if (is === 'none')
    return [
      `"${field}" cannot be compared with a table. ${isDay(read) ? 'Compute an age in "computed" of the form, and name that.' : 'Name a field with options, a number or a text.'}`,
    ]
  return [`"${field}" is answered with ${nouns[is]}. Write "compare": "${is}".`]
}

function isDay({ field: { kind } }: WrittenField): boolean {
  return kind === 'date' || kind === 'birth-date' || kind === 'month-year'
}

function comparisonOf(read: WrittenField): NonNullable<TariffColumn['compare']> | 'none' {
  const { type, options, isNumber } = answersOf(read)
  if (options) return 'option'
  if (isNumber) return 'band'
  return type === 'string' && !isDay(read) ? 'start' : 'none'
}

/** Amounts read values of the table, and what each form asks. */
function checkAmounts({ file, path }: Place, { columns, offers }: TariffDelivery, forms: Around['forms']) {
  const values = Object.values(columns).flatMap(({ value }): WrittenField[] =>
    value === undefined
      ? []
      : [{ ...placedAt({ name: value }), field: { type: 'number', title: value }, file, path: [...path, 'columns'] }],
  )
  return offers.flatMap((offer, index) =>
    placedAmounts(offer).flatMap(([keys, amount]) => {
      if (typeof amount === 'number') return []
      const place = { file, path: [...path, 'offers', String(index), ...keys, 'sum'], computed: {} }
      return [...forms.values()].flatMap((fields) =>
        amount.sum.flatMap((term, at) =>
          checkTerm(term, { ...place, path: [...place.path, String(at)], fields: [...values, ...fields] }),
        ),
      )
    }),
  )
}

/** The amounts of an offer, with the keys that lead to each. */
function placedAmounts({ price, parts = [], excess, rate, term }: TariffOffer): [string[], TariffAmount][] {
  const all: [string[], TariffAmount | undefined][] = [
    [['price', 'amount'], price?.amount],
    ...parts.map(({ amount }, index): [string[], TariffAmount] => [['parts', String(index), 'amount'], amount]),
    [['excess'], excess],
    [['rate', 'apr'], rate?.apr],
    [['rate', 'nominal'], rate?.nominal],
    [['rate', 'total'], rate?.total],
    [['term', 'value'], term?.value],
  ]
  return all.flatMap(([keys, amount]) => (amount === undefined ? [] : [[keys, amount] as [string[], TariffAmount]]))
}

/** What an offer says itself: a price or a rate, texts without HTML, and links to known hosts. */
function checkOffer(offer: TariffOffer, { file, path }: Place, { hosts = [] }: TariffDelivery): DefinitionProblem[] {
  const say = (keys: readonly string[], message: string, on: 'key' | 'value' = 'value'): DefinitionProblem => ({
    ...{ file, path: [...path, ...keys], on, message },
  })
  const { provider = '', product, benefits = [], exclusions = [], parts = [], documents = [], rating, link } = offer
  const texts: [string[], string][] = [
    [['provider'], provider],
    [['product'], product],
    [['rating', 'source'], rating?.source ?? ''],
    ...benefits.map((text, index): [string[], string] => [['benefits', String(index)], text]),
    ...exclusions.map((text, index): [string[], string] => [['exclusions', String(index)], text]),
    ...parts.map(({ name }, index): [string[], string] => [['parts', String(index), 'name'], name]),
    ...documents.map(({ title }, index): [string[], string] => [['documents', String(index), 'title'], title]),
  ]
  const urls: [string[], string | undefined][] = [
    [['link'], link],
    [['rating', 'url'], rating?.url],
    ...documents.map(({ url }, index): [string[], string] => [['documents', String(index), 'url'], url]),
  ]
  return [
    ...(offer.price || offer.rate ? [] : [say([], 'An offer needs a "price" or a "rate". Add one.', 'key')]),
    ...texts.flatMap(([keys, text]) =>
      /[<>\p{Cc}]/u.test(text) ? [say(keys, 'Texts of offers are plain. Remove HTML, < and >.')] : [],
    ),
    ...urls.flatMap(([keys, url]) => {
      if (url === undefined) return []
      const [, host = ''] = /^https:\/\/([^/?#]*)/.exec(url.toLowerCase()) ?? []
      return hosts.includes(host)
        ? []
        : [say(keys, `The host "${host}" is not in "hosts" of this delivery. Add it there, or correct the address.`)]
    }),
  ]
}

const keptProblems = memoizeByObject<readonly CellProblem[]>()

/** Every cell reads as its column says, and every row has prices above 0. Found out once for a table as long as it is the same. */
function checkCells(
  { file, value: table }: Table,
  delivery: Pick<TariffDelivery, 'columns' | 'date' | 'offers'>,
  { reader, forms }: { reader: string; forms: Around['forms'] },
): DefinitionProblem[] {
  const conditions = conditionsIn(delivery, table).map((column) => ({ ...column, options: optionsOf(column, forms) }))
  const found = keptProblems(table, JSON.stringify([delivery, conditions]), () => {
    const wrong = [
      ...conditions.flatMap((column) => wrongConditions(column, table)),
      ...Object.entries(delivery.columns).flatMap(([name, { value }]) =>
        value === undefined ? [] : wrongValues(table, table.columns.indexOf(name)),
      ),
    ]
    return (wrong.length > 0 ? wrong : wrongPrices(table, delivery)).slice(0, mostMistakes)
  })
  return found.map(({ row, index, message }) => ({
    ...{ file, path: ['rows', String(row), String(index)], on: 'value' as const, message },
    with: [reader],
  }))
}

/** The options that a column may name, in all forms of a partner. */
function optionsOf({ compare, field }: ConditionColumn, forms: Around['forms']): string[] {
  if (compare !== 'option') return []
  const all = [...forms.values()].flatMap((fields) => {
    const read = fields.find(({ id }) => id === field)
    return read ? (answersOf(read).options ?? []) : []
  })
  return [...new Set(all)]
}

/** The key of a partner by its file. */
function definitionOf(file: string): string {
  return `partners/${file
    .split('/')
    .at(-1)
    ?.replace(/\.json$/, '')}`
}

interface CellProblem {
  row: number
  index: number
  message: string
}

const readings = {
  option: 'Write the id of an option',
  band: 'Write a number or a range, as in 18-25 or 66+',
  start: 'Write how the answer begins, as in SW or 10*',
} as const

function wrongConditions(
  { index, compare, field, options }: ConditionColumn & { options: readonly string[] },
  { rows }: TariffTable,
): CellProblem[] {
  const isYesNo = options.every((option) => option === 'true' || option === 'false')
  const known = new Map<string, string | null>()
  return rows.flatMap((row, at) => {
    const text = row[index] ?? ''
    const before = known.get(text)
    const message = before === undefined ? reasonAgainst(text) : before
    known.set(text, message)
    return message === null ? [] : [{ row: at, index, message }]
  })

  function reasonAgainst(text: string): string | null {
    const cell = cellOf(text, compare)
    if (!cell) return `"${text}" cannot be read here. ${readings[compare]}, or * for any answer.`
    if (cell.is !== 'option' || options.length === 0) return null
    if (options.includes(isYesNo ? optionOf(text) : text)) return null
    const instead = isYesNo ? ' Write yes or no.' : didYouMean(text, options)
    return `"${field}" is never "${text}".${instead}`
  }
}

function wrongValues({ rows }: TariffTable, index: number): CellProblem[] {
  return rows.flatMap((row, at) => {
    const text = row[index] ?? ''
    if (text === '' || numberIn(text) !== null) return []
    const message = `"${text}" is not a number. Write it with a point and without thousands separators, as in 1234.50.`
    return [{ row: at, index, message }]
  })
}

/** Prices that the row alone decides must be above 0. What answers add is judged when the offer is made. */
function wrongPrices(table: TariffTable, delivery: Pick<TariffDelivery, 'columns' | 'date' | 'offers'>): CellProblem[] {
  const values = Object.entries(delivery.columns)
  const names = values.flatMap(([, { value }]) => value ?? [])
  const fixed = delivery.offers.filter(({ price }) => price && readIn(price.amount).every((id) => names.includes(id)))
  return fixed.flatMap((offer) => {
    const read = offer.price ? readIn(offer.price.amount) : []
    const indexes = values.flatMap(([name, { value }]) =>
      value !== undefined && read.includes(value) ? table.columns.indexOf(name) : [],
    )
    const own = { ...delivery, offers: [{ product: offer.product, ...(offer.price && { price: offer.price }) }] }
    const known = new Map<string, number>()
    return table.rows.flatMap((row, at) => {
      const key = indexes.map((index) => row[index]).join()
      const amount = known.get(key) ?? offersOf(own, table, row, {})[0]?.price?.amount ?? 1
      known.set(key, amount)
      if (amount > 0) return []
      const message = `The price of "${offer.product}" is ${amount} here. A price is above 0.`
      return [{ row: at, index: indexes[0] ?? 0, message }]
    })
  })
}

const keptRemarks = memoizeByObject<readonly DefinitionProblem[]>()

/**
 * What is odd and keeps no table from being used: rows that never count, bands that overlap, numbers between bands
 * without a row, and tables that nothing reads.
 */
export function tariffRemarks(library: Library): DefinitionProblem[] {
  const deliveries = [...library.partners.values()].flatMap(({ value }) => Object.values(value.deliveries))
  const read = [
    ...deliveries.flatMap((delivery) => (delivery.kind === 'tariff' ? delivery.table : [])),
    ...[...library.forms.values()].flatMap(({ value }) => tablesOf(value)),
  ]
  const idle = [...library.tariffs].flatMap(([id, { file }]): DefinitionProblem[] => {
    if (read.includes(id)) return []
    const message = `Nothing reads the table "${id}". Name it in a delivery of the kind "tariff" or in "computed" of a form, or remove this file.`
    return [{ file, path: [], on: 'value', message }]
  })
  const ofRows = [...library.partners.values()].flatMap(({ value }) =>
    Object.values(value.deliveries).flatMap((delivery) => {
      const table = delivery.kind === 'tariff' ? library.tariffs.get(delivery.table) : undefined
      if (delivery.kind !== 'tariff' || !table) return []
      return [...remarksOn(table, conditionsIn(delivery, table.value), wholeNumbers(value, library))]
    }),
  )
  const ofForms = [...library.forms.values()].flatMap((form) => {
    const isWhole = wholeIn([writtenAnswers(form, library)])
    return Object.values(form.value.computed ?? {}).flatMap(({ table: id, columns = {} }) => {
      const table = library.tariffs.get(id ?? '')
      return table ? remarksOn(table, conditionsIn({ columns }, table.value), isWhole) : []
    })
  })
  // Several values and variants of a form read the same rows.
  return [...new Map([...idle, ...ofRows, ...ofForms].map((remark) => [JSON.stringify(remark), remark])).values()]
}

function remarksOn(
  table: Table,
  conditions: readonly ConditionColumn[],
  isWhole: (field: string) => boolean,
): readonly DefinitionProblem[] {
  const key = JSON.stringify([table.file, ...conditions.map((column) => [column, isWhole(column.field)])])
  return keptRemarks(table.value, key, () => rowRemarks(table, conditions, isWhole))
}

/** Tells which fields are whole numbers in each form of a partner. */
function wholeNumbers({ filters }: PartnerDefinition, library: Library): (field: string) => boolean {
  const forms = filters.flatMap(({ form: id }) => {
    const form = library.forms.get(id)
    return form ? [writtenAnswers(form, library)] : []
  })
  return wholeIn(forms)
}

function wholeIn(forms: readonly (readonly WrittenField[])[]): (field: string) => boolean {
  return (field) =>
    forms.every((fields) => {
      const read = fields.find(({ id }) => id === field)
      return !read || answersOf(read).type === 'integer'
    })
}

function rowRemarks(
  { file, value: table }: Table,
  conditions: readonly ConditionColumn[],
  isWhole: (field: string) => boolean,
): DefinitionProblem[] {
  const say = (row: number, column: ConditionColumn | undefined, message: string): DefinitionProblem => ({
    ...{ file, path: ['rows', String(row), ...(column ? [String(column.index)] : [])], on: 'value', message },
  })
  const cell = (row: number, { index }: ConditionColumn) => table.rows[row]?.[index] ?? ''
  const unused = unusedRows(conditions, table).map(({ row, coveredBy }) =>
    say(
      row,
      undefined,
      `This row never counts: line ${lineOf(coveredBy)} matches all that it matches. Remove one, or change their order.`,
    ),
  )
  const overlaps = overlappingBands(conditions, table, isWhole).map(({ row, other, column }) =>
    say(
      row,
      column,
      `${cell(row, column)} overlaps ${cell(other, column)} of line ${lineOf(other)}, which counts for what both match. Change one of them.`,
    ),
  )
  const holes = bandHoles(conditions, table, isWhole).map(({ row, column, from, to }) =>
    say(
      row,
      column,
      `No row of "${column.name}" is for ${from === to ? from : `${from} to ${to}`}. Add a row, or widen a band.`,
    ),
  )
  return [...unused, ...overlaps, ...holes].slice(0, mostMistakes)
}

/** The line of a row: the names of the columns are in the first. */
function lineOf(row: number): number {
  return row + 2
}

/** Where a table is older than a year, the sentence about it. @param now milliseconds since the epoch */
export function outdatedTariffs({ partners }: Library, now: number): DefinitionProblem[] {
  const oldest = new Date(now - 365 * 86_400_000).toISOString().slice(0, 10)
  return [...partners.values()].flatMap(({ file, value }) =>
    Object.entries(value.deliveries).flatMap(([id, delivery]): DefinitionProblem[] => {
      if (delivery.kind !== 'tariff' || delivery.date >= oldest) return []
      const message = `The tariff is of ${delivery.date}, more than a year ago. Ask the partner for the present one, and change "date".`
      return [{ file, path: ['deliveries', id, 'date'], on: 'value', message }]
    }),
  )
}
