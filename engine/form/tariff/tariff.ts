import { computed, type LookUp } from '#engine/form/journey'
import {
  type Answer,
  type Answers,
  answerTo,
  computationOf,
  fieldId,
  fieldPlace,
  readBy,
  templateId,
} from '#engine/form/model'
import { memoizeByObject, rounded, total } from '#engine/form/values'
import type { TariffAmount, TariffDelivery, TariffOffer } from '#schemas/generated/deliveries/tariff.ts'
import type { Offer } from '#schemas/generated/offer.ts'
import type { TariffTable } from '#schemas/generated/tariff-table.ts'
import { type Cell, type Comparison, cellOf, matches, numberIn } from './cell.ts'

/** A column that is compared with an answer. */
export interface ConditionColumn {
  /** Its name in the table. */
  name: string
  /** Its place in each row. */
  index: number
  field: string
  compare: Comparison
}

/** What of a delivery reads a table. */
export type Tariff = Pick<TariffDelivery, 'columns' | 'date' | 'offers'>

/** The columns of conditions that a table has, in its order. */
export function conditionsIn({ columns }: Pick<Tariff, 'columns'>, table: TariffTable): ConditionColumn[] {
  return table.columns.flatMap((name, index) => {
    const { field, compare } = (Object.hasOwn(columns, name) && columns[name]) || {}
    return field === undefined || compare === undefined ? [] : [{ name, index, field, compare }]
  })
}

/** The columns of values that a table has, by the name under which amounts read them. */
function valuesIn({ columns }: Pick<Tariff, 'columns'>, table: TariffTable): Map<string, number> {
  return new Map(
    table.columns.flatMap((name, index): [string, number][] => {
      const { value } = (Object.hasOwn(columns, name) && columns[name]) || {}
      return value === undefined ? [] : [[value, index]]
    }),
  )
}

/** The answers that a tariff reads: those of its conditions and amounts. */
export function relevantAnswers({ columns, offers }: Tariff, answers: Answers): Answers {
  const read = new Set([
    ...Object.values(columns).flatMap(({ field }) => field ?? []),
    ...offers.flatMap(amountsOf).flatMap(readIn),
  ])
  return Object.fromEntries(
    Object.entries(answers).filter(([id]) => read.has(id) || read.has(templateId(fieldPlace(id)))),
  )
}

/** A column of conditions: its different cells, and for each row which of them it has. */
export interface ReadColumn {
  cells: readonly Cell[]
  ids: Uint16Array
}

const keptColumns = memoizeByObject<readonly ReadColumn[]>()

/** The columns of conditions, read once for each table. What cannot be read matches nothing. */
export function readColumns(conditions: readonly ConditionColumn[], table: TariffTable): readonly ReadColumn[] {
  const key = conditions.map(({ index, compare }) => `${index} ${compare}`).join()
  return keptColumns(table, key, () =>
    conditions.map(({ index, compare }) => {
      const cells: Cell[] = []
      const known = new Map<string, number>()
      const ids = Uint16Array.from(table.rows, (row) => {
        const text = row[index] || '*'
        const id = known.get(text) ?? known.size
        if (id === known.size) cells.push(cellOf(text, compare) ?? { is: 'option', option: '' })
        known.set(text, id)
        return id
      })
      return { cells, ids }
    }),
  )
}

/** The first row that matches answers; -1 where none does. */
export function firstRow(tariff: Pick<Tariff, 'columns'>, table: TariffTable, answers: Answers): number {
  const conditions = conditionsIn(tariff, table)
  const columns = readColumns(conditions, table).map(({ cells, ids }, at) => {
    const answer = answerTo(conditions[at]?.field ?? '', answers)
    return { ids, isMet: cells.map((cell) => matches(cell, answer)) }
  })
  for (let row = 0; row < table.rows.length; row++)
    if (columns.every(({ ids, isMet }) => isMet[ids[row] ?? 0])) return row
  return -1
}

/** The offers of the first row that matches answers; none where no row does. */
export function tariffOffers(tariff: Tariff, table: TariffTable, answers: Answers): Offer[] {
  const row = table.rows[firstRow(tariff, table, answers)]
  return row ? offersOf(tariff, table, row, answers) : []
}

/** The offers of a row. One that reads an empty cell is left out. */
export function offersOf(
  { columns, date, offers }: Tariff,
  table: TariffTable,
  row: readonly string[],
  answers: Answers,
): Offer[] {
  const known: Record<string, Answer> = { ...answers }
  const absent: string[] = []
  for (const [name, index] of valuesIn({ columns }, table)) {
    const value = numberIn(row[index] ?? '')
    if (value === null) absent.push(name)
    else known[name] = value
  }
  return offers.flatMap((offer) =>
    amountsOf(offer)
      .flatMap(readIn)
      .some((id) => absent.includes(id))
      ? []
      : [{ ...withAmounts(offer, (amount) => worth(amount, known)), asOf: date }],
  )
}

/** What an amount comes to, with two decimals at most. */
function worth(amount: TariffAmount, answers: Answers): number {
  if (typeof amount === 'number') return rounded(amount, 2)
  return computed({ ...computationOf({ sum: amount.sum }, new Map()), round: 2 }, answers) ?? 0
}

/** The ids that an amount reads: values of the row, fields and computed values. */
export function readIn(amount: TariffAmount): string[] {
  return typeof amount === 'number' ? [] : readBy(computationOf({ sum: amount.sum }, new Map()))
}

/** The amounts of an offer. */
function amountsOf(offer: TariffOffer): TariffAmount[] {
  const amounts: TariffAmount[] = []
  withAmounts(offer, (amount) => amounts.push(amount))
  return amounts
}

function withAmounts(offer: TariffOffer, made: (amount: TariffAmount) => number): Offer {
  const { price, parts, excess, rate, term, ...fixed } = offer
  return {
    ...fixed,
    ...(price && { price: { ...price, amount: made(price.amount) } }),
    ...(parts && { parts: parts.map((part) => ({ ...part, amount: made(part.amount) })) }),
    ...(excess !== undefined && { excess: made(excess) }),
    ...(rate && {
      rate: {
        apr: made(rate.apr),
        ...(rate.nominal !== undefined && { nominal: made(rate.nominal) }),
        ...(rate.total !== undefined && { total: made(rate.total) }),
      },
    }),
    ...(term && { term: { ...term, value: made(term.value) } }),
  }
}

/** Finds the values of a table for answers: the row of each item of a group where its conditions are about items. */
export function lookUpIn(table: TariffTable): LookUp {
  return ({ columns, value }, answers) => {
    const index = table.columns.indexOf(value)
    const numbers = itemsOf(Object.values(columns), answers).map((item) => {
      const read = Object.entries(columns).map(([name, { field, compare }]) => [name, { field: item(field), compare }])
      const row = table.rows[firstRow({ columns: Object.fromEntries(read) }, table, answers)]
      return row ? numberIn(row[index] ?? '') : null
    })
    return numbers.some((number) => number === null) ? null : total(numbers as number[])
  }
}

/** For each item that conditions are about what makes pets.#.breed its own; once for those about none. */
function itemsOf(columns: readonly { field: string }[], answers: Answers): ((id: string) => string)[] {
  const group = columns.map(({ field }) => fieldPlace(field)).find(({ item }) => item === 'each')?.group
  if (group === undefined) return [(id) => id]
  return Array.from({ length: Number(answerTo(group, answers) ?? 0) }, (_, item) => (id: string) => {
    const place = fieldPlace(id)
    return place.item === 'each' ? fieldId({ ...place, item }) : id
  })
}
