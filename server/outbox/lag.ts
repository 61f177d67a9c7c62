import type { Statement, Storage } from '../storage/storage.ts'
import { selectWaitingPartners } from './claim.ts'

/** The first due time of each partner that deliveries wait for: one step in the index a partner. */
const selectFirstDue: Statement = {
  sql: `SELECT (SELECT min(due_at) FROM deliveries
      WHERE state = 'pending' AND kind <> 'pull' AND partner = waiting_partners.partner) AS due
    FROM (${selectWaitingPartners.sql}) AS waiting_partners`,
  parameters: [],
}

/** For how long the most overdue delivery has been due, in seconds; 0 when none is. @param now ms since the epoch */
export async function relayLag(storage: Storage, now: number): Promise<number> {
  const [rows = []] = await storage.read([selectFirstDue])
  const first = Math.min(...rows.map(({ due }) => Number(due)))
  return Math.max(0, Math.round((now - first) / 1000))
}
