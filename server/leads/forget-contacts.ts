import { setTimeout as sleep } from 'node:timers/promises'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import type { Statement, Storage } from '#server/storage'
import { forgetQuota } from './messages.ts'

const day = 24 * 60 * 60 * 1000

/** The longest time for which a definition may ask, in days; what belongs to no known partner is kept for so long. */
const mostDays = 365

/** Rows in one transaction, so that visitors hardly wait. */
const batch = 500

/** Forgets the contacts that no partner's `duplicateDays` count any more, and the days and mails that no limit does. */
export async function forgetContacts(
  storage: Storage,
  partners: Readonly<Record<string, PartnerDefinition>>,
  now: number,
): Promise<void> {
  const counted = Object.entries(partners).flatMap(([partner, { duplicateDays }]): [string, unknown[]][] =>
    duplicateDays === undefined ? [] : [['partner = ? AND seen_at <= ?', [partner, now - duplicateDays * day]]],
  )
  for (const [which, parameters] of [...counted, ['seen_at <= ?', [now - mostDays * day]] as const])
    await inBatches(storage, {
      sql: `DELETE FROM partner_contacts WHERE (partner, contact, lead_id) IN
        (SELECT partner, contact, lead_id FROM partner_contacts WHERE ${which} LIMIT ${batch}) RETURNING 1 AS gone`,
      parameters,
    })
  // A partner's own day is never further from ours.
  const past = new Date(now - 2 * day).toISOString().slice(0, 10)
  await storage.atomic([{ sql: 'DELETE FROM partner_days WHERE day < ?', parameters: [past] }, forgetQuota(now)])
}

async function inBatches(storage: Storage, statement: Statement): Promise<void> {
  for (;;) {
    const [gone = []] = await storage.atomic([statement])
    if (gone.length < batch) return
    await sleep(10)
  }
}
