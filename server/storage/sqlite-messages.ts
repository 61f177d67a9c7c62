import type { Row, Statement } from './storage.ts'

/** To the storage thread: a call, or the wish to finish. */
export type Request = { call: number; statements: readonly Statement[] } | 'close'

/** From the storage thread: first whether it opened the database, then the results of each group. */
export type Reply = { opened: true } | { opened: false; reason: string } | { results: CallResult[] }

/** What became of one call. */
export interface CallResult {
  call: number
  outcome: Outcome
}

/** The rows of a committed call, or why it was not committed. */
export type Outcome = { ok: true; rows: Row[][] } | Failure

/** `unavailable`: storage cannot commit now; otherwise the call itself is wrong. */
export interface Failure {
  ok: false
  unavailable: boolean
  message: string
  code: number | null
}
