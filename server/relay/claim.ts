import { sql } from 'kysely'
import { skipLocked } from '#server/storage/postgres-sql.ts'
import { compile, db } from '#server/storage/sql.ts'
import type { Row, Statement } from '#server/storage/storage.ts'

/** A delivery that this process holds until `leaseUntil`. `attempt` counts from 1 and includes this one. */
export interface ClaimedDelivery {
  id: string
  partner: string
  delivery: string
  payload: string
  attempt: number
  leaseUntil: number
}

/** Which deliveries to claim: up to `limit` of one partner, due at `now`. */
export interface Claim {
  partner: string
  limit: number
  now: number
  leaseUntil: number
}

/**
 * Reads the partners that webhooks wait for.
 *
 * A recursive query instead of DISTINCT, to hop through the index from partner to partner: a partner with a million
 * waiting deliveries then costs one step.
 */
export const selectWaitingPartners: Statement = {
  sql: `
    WITH RECURSIVE waiting (partner) AS (
      SELECT min(partner) FROM deliveries WHERE state = 'pending' AND kind = 'webhook'
      UNION ALL
      SELECT (SELECT min(d.partner) FROM deliveries d
              WHERE d.state = 'pending' AND d.kind = 'webhook' AND d.partner > waiting.partner)
      FROM waiting WHERE waiting.partner IS NOT NULL
    )
    SELECT partner FROM waiting WHERE partner IS NOT NULL`,
  parameters: [],
}

/**
 * Claims due webhooks and returns them.
 *
 * The attempt counts from the claim: one that takes the process down with it still uses up a try. A lease that ran out
 * may be claimed again, since its holder is gone.
 */
export function claimDue({ partner, limit, now, leaseUntil }: Claim): Statement {
  const due = db
    .selectFrom('deliveries')
    .select('id')
    // Literals rather than values, or SQLite does not see that the partial index fits.
    .where('state', '=', sql.lit('pending'))
    .where('kind', '=', sql.lit('webhook'))
    .where('partner', '=', partner)
    .where('due_at', '<=', now)
    .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<=', now)]))
    .orderBy('due_at')
    .limit(limit)
    .modifyEnd(sql.raw(skipLocked))
  return compile(
    db
      // By itself PostgreSQL may run the query several times, and claim more than the limit.
      .with(
        (name) => name('due').materialized(),
        () => due,
      )
      .updateTable('deliveries')
      .set((row) => ({ lease_until: leaseUntil, attempts: row('attempts', '+', 1) }))
      .where('id', 'in', (query) => query.selectFrom('due').select('id'))
      .returning(['id', 'partner', 'delivery', 'payload', 'attempts', 'lease_until']),
  )
}

/** Reads a row that `claimDue` returned. */
export function toClaimed(row: Row): ClaimedDelivery {
  return {
    id: String(row.id),
    partner: String(row.partner),
    delivery: String(row.delivery),
    payload: String(row.payload),
    attempt: Number(row.attempts),
    leaseUntil: Number(row.lease_until),
  }
}
