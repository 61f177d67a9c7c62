import type { AttemptOutcome } from '../delivery/delivery-kind.ts'
import { erasing } from '../storage/erasing.ts'
import { compile, db } from '../storage/sql.ts'
import type { Statement } from '../storage/storage.ts'
import type { DeliveryRow } from '../storage/tables/tables.ts'
import { nextTry } from './backoff.ts'
import type { ClaimedDelivery } from './claim.ts'

/** What an attempt changes about its delivery. */
export type Settlement = { state: Exclude<DeliveryRow['state'], 'held' | 'later'> } & Pick<DeliveryRow, 'last_error'> &
  Partial<Pick<DeliveryRow, 'due_at' | 'delivered_at' | 'attempts' | 'payload' | 'reference'>>

/** How long what the environment lacks is waited for before it is looked for again, in ms. */
const waitingPause = 5 * 60 * 1000

/** Decides what becomes of a delivery: delivered, tried again later, refused, dead, or erased. */
export function settlementOf(
  { attempt }: ClaimedDelivery,
  outcome: AttemptOutcome,
  { now, random }: { now: number; random: () => number },
): Settlement {
  if (outcome.kind === 'delivered') {
    const kept = outcome.kept !== undefined && { payload: outcome.kept }
    const delivered_at = new Date(now).toISOString()
    return { state: 'delivered', last_error: null, delivered_at, reference: outcome.reference ?? null, ...kept }
  }
  if (outcome.kind === 'erased') return { state: 'erased', last_error: null }
  if (outcome.kind === 'waiting')
    return { state: 'pending', last_error: outcome.error, due_at: now + waitingPause, attempts: attempt - 1 }
  if (outcome.kind === 'refused') return { state: 'refused', last_error: outcome.error }
  if (outcome.kind === 'bounced') return { state: 'bounced', last_error: outcome.error }
  if (outcome.kind === 'gone') return { state: 'dead', last_error: outcome.error }
  const due = nextTry({ attempts: attempt, now, random, retryAfter: outcome.retryAfter })
  if (due === null) return { state: 'dead', last_error: outcome.error }
  return { state: 'pending', last_error: outcome.error, due_at: due }
}

/** Writes a settlement and gives the lease back. */
export function settle({ id, attempt, replay, leaseUntil }: ClaimedDelivery, settlement: Settlement): Statement {
  const statement = compile(
    db
      .updateTable('deliveries')
      .set({ ...settlement, lease_until: null })
      .where('id', '=', id)
      // A holder whose lease ran out must not overwrite what the next one wrote.
      .where('attempts', '=', attempt)
      .where('lease_until', '=', leaseUntil)
      .where('replay', '=', replay)
      .where('state', '=', 'pending'),
  )
  // What took the place of the payload holds a token no more.
  return settlement.payload === undefined ? statement : { ...statement, sql: `${erasing} ${statement.sql}` }
}

/**
 * Makes due now what waits for the environment: a server that starts may have what was lacking. Such a delivery shows
 * that it has an error and no tries.
 */
export function tryWaiting(now: number): Statement {
  return {
    sql: `UPDATE deliveries SET due_at = ?
      WHERE state = 'pending' AND kind <> 'pull' AND attempts = 0 AND last_error IS NOT NULL AND due_at > ?`,
    parameters: [now, now],
  }
}
