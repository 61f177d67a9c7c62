import type { Outcome } from '../outcome.ts'
import type { Statement } from '../storage.ts'
import type { Gate } from './sqlite-gate.ts'

/** To the storage thread: the calls of a group, or the wish to finish. */
export type Request = readonly (readonly Statement[])[] | 'close'

/** From the storage thread: first whether it opened the database, then the outcomes of each group, in order. */
export type Reply = { opened: true } | { opened: false; reason: string } | { outcomes: Outcome[] }

/** What the storage thread is started with. */
export interface ThreadData {
  file: string
  /** How far the group under way is, in memory that both threads share. */
  phase: Int32Array
  gate: Gate
  /** Whether it is the one that reads, or the one that writes. */
  task: Task
}

export type Task = 'read' | 'write'

/** The code of a failure: the database's files are not those that it was opened with. */
export const moved = 'moved'

/** Either the storage thread moves a group on to its commit, or the other one has given it up before: never both. */
export const phases = { running: 0, committing: 1, givenUp: 2 } as const
