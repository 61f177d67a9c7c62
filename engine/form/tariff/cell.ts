import type { Answer } from '#engine/form/model'
import type { TariffColumn } from '#schemas/generated/deliveries/tariff.ts'

/** How cells of a column are compared. */
export type Comparison = NonNullable<TariffColumn['compare']>

/** What a cell of a condition matches. */
export type Cell =
  | { is: 'any' }
  | { is: 'option'; option: string }
  /** Both ends belong to it. */
  | { is: 'band'; from: number; to: number }
  /** In capitals and without spaces. */
  | { is: 'start'; text: string }

const any: Cell = { is: 'any' }

const band = /^(?<from>-?\d{1,12}(?:\.\d{1,6})?)(?: ?(?:(?<open>\+)|[-–] ?(?<to>-?\d{1,12}(?:\.\d{1,6})?)))?$/

/** Reads a cell of a condition; null where it cannot be compared so. */
export function cellOf(text: string, compare: Comparison): Cell | null {
  if (text === '' || text === '*') return any
  if (compare === 'option') return { is: 'option', option: text }
  if (compare === 'start') {
    const start = plain(text.replace(/\*$/, ''))
    return start === '' || start.includes('*') ? null : { is: 'start', text: start }
  }
  const { from, open, to } = band.exec(text)?.groups ?? {}
  if (from === undefined) return null
  const least = Number(from)
  const most = open === undefined ? Number(to ?? from) : Infinity
  return least <= most ? { is: 'band', from: least, to: most } : null
}

/** The number in a cell of a value; null where it has none. */
export function numberIn(text: string): number | null {
  return /^-?\d{1,9}(\.\d{1,6})?$/.test(text) ? Number(text) : null
}

function plain(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase()
}

/** The ids of yes and no, as a table may write them; spreadsheets turn true into TRUE. */
const answersOfYesNo: Readonly<Record<string, string>> = { yes: 'true', true: 'true', no: 'false', false: 'false' }

/** An option as it is stored: yes and no are true and false. */
export function optionOf(option: string): string {
  return answersOfYesNo[option.toLowerCase()] ?? option
}

/** Whether a cell matches an answer. What was not answered is matched by “any” alone. */
export function matches(cell: Cell, answer: Answer | undefined): boolean {
  if (cell.is === 'any') return true
  if (answer === undefined) return false
  if (cell.is === 'option') {
    if (typeof answer === 'boolean') return optionOf(cell.option) === String(answer)
    return [answer].flat().map(String).includes(cell.option)
  }
  if (cell.is === 'band') return typeof answer === 'number' && cell.from <= answer && answer <= cell.to
  return typeof answer === 'string' && plain(answer).startsWith(cell.text)
}

/** Whether one cell matches all that another of its column does. */
export function covers(one: Cell, other: Cell): boolean {
  if (one.is === 'any') return true
  if (one.is === 'option') return other.is === 'option' && other.option === one.option
  if (one.is === 'band') return other.is === 'band' && one.from <= other.from && other.to <= one.to
  return other.is === 'start' && other.text.startsWith(one.text)
}

/** Whether two bands share numbers, and each has others of its own. */
export function overlap(one: Cell, other: Cell): boolean {
  if (one.is !== 'band' || other.is !== 'band') return false
  const isShared = one.from <= other.to && other.from <= one.to
  return isShared && !covers(one, other) && !covers(other, one)
}
