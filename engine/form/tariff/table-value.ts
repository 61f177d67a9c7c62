import type { LookUp } from '#engine/form/journey'
import { type Answers, answerTo, fieldId, fieldPlace } from '#engine/form/model'
import { total } from '#engine/form/values'
import type { TariffTable } from '#schemas/generated/tariff-table.ts'
import { numberIn } from './cell.ts'
import { firstRow } from './tariff.ts'

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
