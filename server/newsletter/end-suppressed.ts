import { compile, db } from '../storage/sql.ts'
import type { Statement, Storage } from '../storage/storage.ts'
import type { SuppressionRow } from '../storage/tables/tables.ts'

/** Rows in one transaction. */
const batch = 500

/** Every address that a brand may write to no more, or might not for a time. */
export async function allSuppressions(storage: Storage): Promise<SuppressionRow[]> {
  const [rows = []] = await storage.read([compile(db.selectFrom('suppressions').selectAll())])
  return rows as unknown as SuppressionRow[]
}

/**
 * Ends what came back with an older copy of the database for addresses that have unsubscribed since, before anything of
 * it is delivered. Partners were told then.
 * @param known what was suppressed when the copy was put in place
 */
export async function endSuppressed(storage: Storage, known: readonly SuppressionRow[]): Promise<void> {
  for (let from = 0; from < known.length; from += batch) await storage.atomic(known.slice(from, from + batch).map(keep))
  const ended = `SELECT s.lead_id FROM subscriptions s JOIN suppressions x ON x.address = s.address AND x.brand = s.brand
    WHERE s.state IN ('pending', 'confirmed') AND x.lifted_at IS NULL AND s.signed_up_at <= x.since`
  const since = `SELECT x.since FROM suppressions x
    WHERE x.address = subscriptions.address AND x.brand = subscriptions.brand`
  await storage.atomic([
    {
      sql: `UPDATE deliveries SET payload = '', last_error = NULL, state = 'erased'
        WHERE state IN ('held', 'later', 'pending') AND subject_id IN (${ended})`,
      parameters: [],
    },
    {
      sql: `UPDATE subscriptions SET state = 'unsubscribed', unsubscribed_at = (${since}), unsubscribed_by = 'page'
        WHERE lead_id IN (${ended})`,
      parameters: [],
    },
  ])
}

function keep({ address, brand, since, lifted_at }: SuppressionRow): Statement {
  const sql = `INSERT INTO suppressions (address, brand, since, lifted_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (address, brand) DO UPDATE SET since = excluded.since, lifted_at = excluded.lifted_at`
  return { sql, parameters: [address, brand, since, lifted_at] }
}
