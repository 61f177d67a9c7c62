import type { CallOutcome } from '../outcome.ts'
import type { Statement } from '../storage.ts'
import type { Gate } from './sqlite-files.ts'

/** To the storage thread: the calls of a group and the number of its phase, or the wish to finish. */
export type Request = { calls: readonly Wired[]; slot: number } | 'close'

/** From the storage thread: first whether it opened the database, then the outcomes of each group, in order. */
export type Reply = { opened: true } | { opened: false; reason: string } | { outcomes: CallOutcome[] }

/** What the storage thread is started with. */
export interface ThreadData {
  file: string
  /** How far each group under way is, in memory that both threads share. */
  phases: Int32Array
  gate: Gate
  /** Whether it is the one that reads, or the one that writes. */
  task: Task
}

export type Task = 'read' | 'write'

/** The code of a failure: the database's files are not those that it was opened with. */
export const moved = 'moved'

/** Either the storage thread moves a group on to its commit, or the other one has given it up before: never both. */
export const phaseOf = { running: 0, committing: 1, givenUp: 2 } as const

/**
 * A call on its way to a thread, as one flat list, since each list in a message costs as much as a dozen values: for each
 * statement its number, null when it has none; its SQL, null when the other end knows it, for to copy that each time costs
 * more than all that a lead says; how many values follow; and those.
 */
export type Wired = readonly unknown[]

/** Plenty for this server's own statements; others, such as lists of varying length, are always sent whole. */
const mostNumbers = 500

/** The end that sends. `sent` is called when everything wired so far has left. */
export function createSender(): { wire: (call: readonly Statement[]) => Wired; sent: () => void } {
  const numbers = new Map<string, number>()
  let known = 0
  return {
    wire(call) {
      const wired: unknown[] = []
      for (const { sql, parameters } of call) {
        const number = numbers.get(sql) ?? (numbers.size < mostNumbers ? numbers.size : null)
        const isKnown = number !== null && number < known
        if (number !== null && !isKnown) numbers.set(sql, number)
        wired.push(number, isKnown ? null : sql, parameters.length, ...parameters)
      }
      return wired
    },
    sent() {
      known = numbers.size
    },
  }
}

/** The end that receives. */
export function createReceiver(): (call: Wired) => Statement[] {
  const known = new Map<number | null, string>()
  return (call) => {
    const statements: Statement[] = []
    for (let at = 0; at < call.length; ) {
      const [number, sent, count] = call.slice(at, at + 3) as [number | null, string | null, number]
      const sql = sent ?? known.get(number) ?? ''
      if (sent !== null && number !== null) known.set(number, sent)
      statements.push({ sql, parameters: call.slice(at + 3, at + 3 + count) })
      at += 3 + count
    }
    return statements
  }
}
