import { setTimeout as sleep } from 'node:timers/promises'
import { eraseLeads } from '../leads/erase.ts'
import { isGuarded } from '../leads/store-lead.ts'
import type { Statement, Storage } from '../storage/storage.ts'
import { confirmableFor } from './tokens.ts'

/** Leads erased in one transaction, so that visitors hardly wait. */
const batch = 100

/** For how long a link that came too late is told so, in ms; later it is unknown. */
const toldFor = 30 * 24 * 60 * 60 * 1000

/**
 * Ends the subscriptions that nobody confirmed in time: what was said of the person is erased, as when a lead's own time
 * is over, and what was held is called off.
 * @param now milliseconds since the epoch
 * @returns how many
 */
export async function expireSubscriptions(storage: Storage, now: number): Promise<number> {
  const before = new Date(now - confirmableFor).toISOString()
  let expired = 0
  for (;;) {
    const [rows = []] = await storage.read([
      {
        // A lead that an operator released later has its token later.
        sql: `SELECT lead_id FROM subscriptions WHERE state = 'pending' AND signed_up_at <= ?
          AND NOT EXISTS (SELECT 1 FROM mail_tokens t
            WHERE t.lead_id = subscriptions.lead_id AND purpose = 'confirm' AND expires_at > ?)
          LIMIT ${batch}`,
        parameters: [before, now],
      },
    ])
    const ids = rows.map((row) => String(row.lead_id))
    expired += await expire(storage, ids, now)
    if (ids.length < batch) break
    await sleep(10)
  }
  await storage.atomic([{ sql: 'DELETE FROM mail_tokens WHERE expires_at < ?', parameters: [now - toldFor] }])
  return expired
}

/** Nothing at all where one of them was confirmed just then: the rest has time until the next run. */
async function expire(storage: Storage, ids: readonly string[], now: number): Promise<number> {
  try {
    return (await eraseLeads(storage, ids, now, ids.map(unlessConfirmed))).length
  } catch (error) {
    if (isGuarded(error)) return 0
    throw error
  }
}

function unlessConfirmed(id: string): Statement {
  return {
    sql: `INSERT INTO guards (holds) SELECT NULL
      WHERE EXISTS (SELECT 1 FROM subscriptions WHERE lead_id = ? AND state = 'confirmed')`,
    parameters: [id],
  }
}
