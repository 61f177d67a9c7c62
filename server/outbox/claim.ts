import { sql } from 'kysely'
import { skipLocked } from '../storage/postgres/postgres-sql.ts'
import { compile, db } from '../storage/sql.ts'
import type { Row, Statement } from '../storage/storage.ts'
import type { DeliveryRow } from '../storage/tables/tables.ts'

/** A delivery that this process holds until `leaseUntil`. `attempt` counts from 1 and includes this one. */
export interface ClaimedDelivery {
  id: string
  /** The id of what it is about. */
  subject: string
  partner: string
  delivery: string
  kind: DeliveryRow['kind']
  /** How often it was sent anew by an operator. */
  replay: number
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
  /** Those that this process is sending just now: not even a clock that jumps makes them free. */
  underWay: readonly string[]
  /** What is due or leased later than this was written under a wrong clock. */
  latest: number
}

/** Nothing waits so long, in ms: the longest pause between two tries is 29 hours, and a lease a minute. */
export const implausible = 48 * 60 * 60 * 1000

/** Makes a partner's deliveries due now that would wait until a clock which stood ahead is there again. */
export function bringForward({ partner, now, latest }: Pick<Claim, 'partner' | 'now' | 'latest'>): Statement {
  return {
    sql: `UPDATE deliveries SET due_at = ?
      WHERE state = 'pending' AND kind <> 'pull' AND partner = ? AND due_at > ?`,
    parameters: [now, partner, latest],
  }
}

/**
 * Reads the partners that deliveries wait for; those that are pulled are not sent.
 *
 * A recursive query instead of DISTINCT, to hop through the index from partner to partner: a partner with a million
 * waiting deliveries then costs one step.
 */
export const selectWaitingPartners: Statement = {
  sql: `
    WITH RECURSIVE waiting (partner) AS (
      SELECT min(partner) FROM deliveries WHERE state = 'pending' AND kind <> 'pull'
      UNION ALL
      SELECT (SELECT min(d.partner) FROM deliveries d
              WHERE d.state = 'pending' AND d.kind <> 'pull' AND d.partner > waiting.partner)
      FROM waiting WHERE waiting.partner IS NOT NULL
    )
    SELECT partner FROM waiting WHERE partner IS NOT NULL`,
  parameters: [],
}

/**
 * Claims due deliveries and returns them.
 *
 * The attempt counts from the claim: one that takes the process down with it still uses up a try. A lease that ran out
 * may be claimed again, since its holder is gone.
 */
export function claimDue({ partner, limit, now, leaseUntil, underWay, latest }: Claim): Statement {
  const free = db
    .selectFrom('deliveries')
    .select('id')
    // Literals rather than values, or SQLite does not see that the partial index fits.
    .where('state', '=', sql.lit('pending'))
    .where('kind', '<>', sql.lit('pull'))
    .where('partner', '=', partner)
    .where('due_at', '<=', now)
    .where((row) =>
      row.or([row('lease_until', 'is', null), row('lease_until', '<=', now), row('lease_until', '>', latest)]),
    )
  const due = (underWay.length === 0 ? free : free.where('id', 'not in', underWay))
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
      .returning(['id', 'subject_id', 'partner', 'delivery', 'kind', 'replay', 'payload', 'attempts', 'lease_until']),
  )
}

/** Reads a row that `claimDue` returned. */
export function toClaimed(row: Row): ClaimedDelivery {
  return {
    id: String(row.id),
    subject: String(row.subject_id),
    partner: String(row.partner),
    delivery: String(row.delivery),
    kind: String(row.kind) as DeliveryRow['kind'],
    replay: Number(row.replay),
    payload: String(row.payload),
    attempt: Number(row.attempts),
    leaseUntil: Number(row.lease_until),
  }
}
