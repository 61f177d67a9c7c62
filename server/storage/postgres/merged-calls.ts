import type { Row, Statement } from '../storage.ts'

type Call = readonly Statement[]

/** What is sent for the calls of a group, and how the answers are dealt out to the calls again. */
export interface Plan {
  statements: readonly Statement[]
  /** @returns for each call, the rows of each of its statements */
  deal: (answers: readonly Row[][]) => Row[][][]
}

/**
 * Says the calls of a group with as few statements as can be: to send, plan and answer one costs far more than a row.
 * Calls that insert into the same tables in the same order become one, statement by statement.
 */
export function planOf(calls: readonly Call[]): Plan {
  const units = [...Map.groupBy(calls.keys(), (index) => shapeOf(calls[index] ?? [], index)).values()].map((members) =>
    unitOf(members.map((index) => ({ index, call: calls[index] ?? [] }))),
  )
  return {
    statements: units.flatMap(({ statements }) => statements),
    deal(answers) {
      const dealt: Row[][][] = []
      let used = 0
      for (const { statements, deal } of units) {
        deal(answers.slice(used, used + statements.length), dealt)
        used += statements.length
      }
      return dealt
    },
  }
}

/** Of what says many at once. */
const numbers = new Map<string, number>()

/** Equal for calls that can be said at once. */
function shapeOf(call: Call, index: number): string {
  let shape = ''
  for (const { many } of call) {
    if (!many) return `alone ${index}`
    const number = numbers.get(many.sql) ?? numbers.size
    numbers.set(many.sql, number)
    shape += `${number} `
  }
  return shape === '' ? `alone ${index}` : shape
}

interface Member {
  index: number
  call: Call
}

interface Unit {
  statements: readonly Statement[]
  deal: (answers: readonly Row[][], dealt: Row[][][]) => void
}

function unitOf(members: readonly Member[]): Unit {
  const [first, ...others] = members
  if (!first || others.length === 0)
    return {
      statements: first?.call ?? [],
      deal(answers, dealt) {
        if (first) dealt[first.index] = [...answers]
      },
    }
  return {
    statements: first.call.map(({ many }, position) => ({
      sql: many?.sql ?? '',
      parameters: [JSON.stringify([...new Set(members.map(({ call }) => call[position]?.many?.row))])],
    })),
    deal(answers, dealt) {
      const inserted = answers.map((rows) => new Set(rows.map(({ id }) => id)))
      for (const { index, call } of members)
        dealt[index] = call.map(({ many }, position) => {
          const { id } = (many?.row ?? {}) as { id?: string }
          return id !== undefined && inserted[position]?.has(id) ? [{ id }] : []
        })
    },
  }
}
