import { compile, db } from '#server/storage/sql.ts'
import type { Statement } from '#server/storage/storage.ts'
import type { DeliveryRow } from '#server/storage/tables.ts'
import { nextTry } from './backoff.ts'
import type { ClaimedDelivery } from './claim.ts'
import type { AttemptOutcome } from './kinds/kind.ts'

/** What an attempt changes about its delivery. */
export type Settlement = { state: 'delivered' | 'pending' | 'dead' } & Pick<DeliveryRow, 'last_error'> &
  Partial<Pick<DeliveryRow, 'due_at' | 'delivered_at'>>

/** Decides what becomes of a delivery: delivered, tried again later, or dead. */
export function settlementOf(
  { attempt }: ClaimedDelivery,
  outcome: AttemptOutcome,
  { now, random }: { now: number; random: () => number },
): Settlement {
  if (outcome.kind === 'delivered') {
    return { state: 'delivered', last_error: null, delivered_at: new Date(now).toISOString() }
  }
  if (outcome.kind === 'gone') return { state: 'dead', last_error: outcome.error }
  const due = nextTry({ attempts: attempt, now, random, retryAfter: outcome.retryAfter })
  if (due === null) return { state: 'dead', last_error: outcome.error }
  return { state: 'pending', last_error: outcome.error, due_at: due }
}

/** Writes a settlement and gives the lease back. */
export function settle({ id, attempt, replay }: ClaimedDelivery, settlement: Settlement): Statement {
  return compile(
    db
      .updateTable('deliveries')
      .set({ ...settlement, lease_until: null })
      .where('id', '=', id)
      // A holder whose lease ran out must not overwrite what the next one wrote.
      .where('attempts', '=', attempt)
      .where('replay', '=', replay)
      .where('state', '=', 'pending'),
  )
}
