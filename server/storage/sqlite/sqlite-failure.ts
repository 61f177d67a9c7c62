import type { Failure } from '../outcome.ts'

/**
 * Primary result codes that speak of the disk, a lock or memory rather than of the statement:
 * BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB (https://sqlite.org/rescode.html)
 */
const outages = new Set([5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26])

/** Tells an outage from a wrong statement. `error` is whatever node:sqlite threw. */
export function toFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  const code = codeOf(error)
  // The low byte of an extended code is the primary one.
  return { ok: false, unavailable: code !== null && outages.has(code & 0xff), message, code }
}

/** Whether reading or writing itself failed, rather than there being no room, no right or no lock. */
export function isDiskError(error: unknown): boolean {
  return ((codeOf(error) ?? 0) & 0xff) === 10
}

/** Whether something was to be written where only reading is possible. */
export function isReadOnlyError(error: unknown): boolean {
  return ((codeOf(error) ?? 0) & 0xff) === 8
}

/** Whether a file is no whole database any more: CORRUPT, NOTADB. */
export function isDamage(error: unknown): boolean {
  return [11, 26].includes((codeOf(error) ?? 0) & 0xff)
}

function codeOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return null
  return typeof error.errcode === 'number' ? error.errcode : null
}
