import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { CallOutcome } from '../outcome.ts'
import type { Row, Statement } from '../storage.ts'
import { isDiskError, toFailure } from './sqlite-failure.ts'
import { phaseOf } from './sqlite-messages.ts'

/** Finds or makes the prepared statement of an SQL text. */
export type Prepare = (sql: string) => StatementSync

/**
 * Runs waiting calls in one transaction, so that they share one fsync.
 *
 * A call that breaks a constraint is undone alone: then the group is run once more, each call with a savepoint. Those cost
 * half as much again as all else, and hardly a group needs them. When the transaction itself fails, every call fails as
 * unavailable and nothing of the group is stored.
 * @param phases shared with the thread that waits, which may give the group up until its commit begins
 * @param slot the number of this group's phase
 */
export function runGroup(
  database: DatabaseSync,
  prepare: Prepare,
  calls: readonly (readonly Statement[])[],
  phases: Int32Array,
  slot: number,
): CallOutcome[] {
  let isCommitting = false
  try {
    leaveTransaction(database)
    const outcomes = runWhole(database, prepare, calls) ?? runEach(database, prepare, calls)
    isCommitting = Atomics.compareExchange(phases, slot, phaseOf.running, phaseOf.committing) === phaseOf.running
    if (!isCommitting) throw new Error('nobody waits for it any more')
    database.exec('COMMIT')
    return outcomes
  } catch (error) {
    // A commit that the disk broke off may be found whole when the database is opened after a crash.
    const failure = { ...toFailure(error), unavailable: true, isOpen: isCommitting && isDiskError(error) }
    try {
      leaveTransaction(database)
    } catch {
      // The disk may be too broken even for this: the next group tries again.
    }
    return calls.map(() => failure)
  }
}

/** Some outages end the transaction themselves, others leave it open with its lock. */
function leaveTransaction(database: DatabaseSync): void {
  if (database.isTransaction) database.exec('ROLLBACK')
}

/** Begins a transaction and runs everything in it; null when a call has to be undone, and then all are. */
function runWhole(
  database: DatabaseSync,
  prepare: Prepare,
  calls: readonly (readonly Statement[])[],
): CallOutcome[] | null {
  database.exec('BEGIN IMMEDIATE')
  try {
    return calls.map((statements) => ({ ok: true, rows: rowsOf(prepare, statements) }))
  } catch (error) {
    if (toFailure(error).unavailable) throw error
    leaveTransaction(database)
    return null
  }
}

/** Begins a transaction and runs each call in it so that it can be undone alone. */
function runEach(database: DatabaseSync, prepare: Prepare, calls: readonly (readonly Statement[])[]): CallOutcome[] {
  database.exec('BEGIN IMMEDIATE')
  return calls.map((statements) => runCall(prepare, statements))
}

/** The rows of most statements. One list for all of them is sent to the other thread once. */
const none: Row[] = []

function rowsOf(prepare: Prepare, statements: readonly Statement[]): Row[][] {
  return statements.map(({ sql, parameters }) => {
    const rows = prepare(sql).all(...(parameters as SQLInputValue[])) as Row[]
    return rows.length === 0 ? none : rows
  })
}

/** Throws on an outage only, which is the whole group's. */
function runCall(prepare: Prepare, statements: readonly Statement[]): CallOutcome {
  prepare('SAVEPOINT one_call').run()
  try {
    const rows = rowsOf(prepare, statements)
    prepare('RELEASE one_call').run()
    return { ok: true, rows }
  } catch (error) {
    const failure = toFailure(error)
    if (failure.unavailable) throw error
    prepare('ROLLBACK TO one_call').run()
    prepare('RELEASE one_call').run()
    return failure
  }
}
