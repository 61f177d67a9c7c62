import { OutcomeUnknown, type Row, StatementFailed, StorageUnavailable } from './storage.ts'

/** The rows of a committed call, or why it was not committed. */
export type CallOutcome = { ok: true; rows: Row[][] } | Failure

/** `unavailable`: storage cannot be used now; otherwise the call itself is wrong. */
export interface Failure {
  ok: false
  unavailable: boolean
  /** The answer to the commit got lost: it may have happened. */
  isOpen?: boolean
  message: string
  /** SQLite's result code, PostgreSQL's SQLSTATE or the system's error code. */
  code: number | string | null
}

/** The error that callers of `Storage` see. */
export function toError({ unavailable, isOpen, message, code }: Failure): Error {
  const failed = new StatementFailed(message, code)
  if (isOpen) return new OutcomeUnknown(`Storage was interrupted during a commit: ${message}.`, { cause: failed })
  return unavailable ? new StorageUnavailable(`Storage is unavailable: ${message}.`, { cause: failed }) : failed
}
