import type { Answer, Answers, FieldSchema } from '#engine/form/model'
import type { TariffTable } from '#schemas/generated/tariff-table.ts'
import { type Cell, matches } from './cell.ts'
import { type ConditionColumn, readColumns } from './tariff.ts'

/** Answers that all rows of a table treat alike, by one of them. */
export interface AnswerClass {
  /** undefined: not answered. */
  answer: Answer | undefined
  /** In words; '' where the table tells nothing apart. */
  says: string
}

/** How many combinations are looked at, and of how many without a row it is judged whether they are possible. */
const mostSteps = 50_000
const mostJudged = 500

/** A beginning that no text has. */
const otherText = '\u0000'

/**
 * The answers to a field that a column of a table can tell apart.
 * @param within the least and the most number that there can be
 */
export function answerClasses(
  { compare, index, name }: ConditionColumn,
  table: TariffTable,
  { type, items, enum: listed }: FieldSchema,
  within: { least: number; most: number },
): AnswerClass[] {
  const cells = readColumns([{ compare, index, name, field: '' }], table)[0]?.cells ?? []
  if (cells.every(({ is }) => is === 'any')) return [{ answer: undefined, says: '' }]
  if (compare === 'option') {
    if (type === 'boolean') return [true, false].map((answer) => ({ answer, says: answer ? 'yes' : 'no' }))
    const options = ((items as FieldSchema | undefined)?.enum ?? listed ?? []) as (string | number)[]
    return options.map((option) => ({
      answer: (type === 'array' ? [String(option)] : option) as Answer,
      says: String(option),
    }))
  }
  if (compare === 'start') {
    const starts = [...new Set(cells.flatMap((cell) => (cell.is === 'start' ? cell.text : [])))]
    const rest = { answer: otherText, says: 'none of the listed beginnings' }
    return [...starts.map((text) => ({ answer: text, says: `${text}…` })), rest]
  }
  return numbersApart(cells, type === 'integer', within).map((answer) => ({ answer, says: String(answer) }))
}

/** A number of each stretch that bands tell apart. */
function numbersApart(cells: readonly Cell[], isWhole: boolean, { least, most }: { least: number; most: number }) {
  const bands = cells.flatMap((cell) => (cell.is === 'band' ? [cell] : []))
  const edges = bands.flatMap(({ from, to }) => (isWhole ? [from, to + 1] : [from, to]))
  const lowest = Math.min(...edges)
  const finite = [...edges, least, most, ...(least === -Infinity && Number.isFinite(lowest) ? [lowest - 1] : [])]
  const sorted = [...new Set(finite.filter(Number.isFinite))].sort((one, other) => one - other)
  const between = isWhole ? [] : sorted.flatMap((edge, at) => (at > 0 ? ((sorted[at - 1] ?? 0) + edge) / 2 : []))
  const beyond = most === Infinity && sorted.length > 0 ? [(sorted.at(-1) ?? 0) + 1] : []
  return [...sorted, ...between, ...beyond]
    .filter((number) => least <= number && number <= most)
    .sort((one, other) => one - other)
}

/**
 * A combination of answers that no row of a table matches, the first that is possible; null where every one has a row, and
 * where there are too many to look at all.
 * @param classes for each condition the answers that the table treats differently
 */
export function unmatchedAnswers(
  conditions: readonly ConditionColumn[],
  table: TariffTable,
  classes: readonly (readonly AnswerClass[])[],
  isPossible: (answers: Answers) => boolean,
): AnswerClass[] | null {
  const columns = readColumns(conditions, table)
  let steps = 0
  let judged = 0
  return look(0, Uint16Array.from(table.rows.keys()), [])

  function look(at: number, rows: Uint16Array, chosen: readonly AnswerClass[]): AnswerClass[] | null {
    steps += 1
    if (steps > mostSteps || judged > mostJudged) return null
    const column = columns[at]
    if (!column) {
      if (rows.length > 0) return null
      judged += 1
      return isPossible(answersOf(conditions, chosen)) ? [...chosen] : null
    }
    // A row without further conditions matches whatever follows.
    const rest = columns.slice(at)
    if (rows.some((row) => rest.every(({ cells, ids }) => cells[ids[row] ?? 0]?.is === 'any'))) return null
    for (const each of classes[at] ?? []) {
      const isMet = column.cells.map((cell) => matches(cell, each.answer))
      const left = rows.filter((row) => isMet[column.ids[row] ?? 0])
      const found = look(at + 1, left, [...chosen, each])
      if (found) return found
    }
    return null
  }
}

function answersOf(conditions: readonly ConditionColumn[], chosen: readonly AnswerClass[]): Answers {
  return Object.fromEntries(
    conditions.flatMap(({ field }, at): [string, Answer][] => {
      const { answer } = chosen[at] ?? {}
      return answer === undefined ? [] : [[field, answer]]
    }),
  )
}
