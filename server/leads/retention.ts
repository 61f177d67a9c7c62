import { setTimeout as sleep } from 'node:timers/promises'
import { NIL, v7 } from 'uuid'
import { compile, db } from '#server/storage/sql.ts'
import type { Storage } from '#server/storage/storage.ts'
import { eraseLeads } from './erase.ts'

const day = 24 * 60 * 60 * 1000

/** Leads erased in one transaction, so that visitors hardly wait. */
const batch = 100

/**
 * Erases the leads that are older than their form allows. A stop half-way loses nothing: the next run goes on.
 * @param retention form → days
 * @returns how many were erased
 */
export async function eraseExpired(
  storage: Storage,
  retention: ReadonlyMap<string, number>,
  now: number,
): Promise<number> {
  let erased = 0
  for (const [form, days] of retention) {
    // Ids of version 7 begin with their time: this is the least one of that moment.
    const first = v7({ msecs: now - days * day, seq: 0, random: new Uint8Array(16) })
    for (;;) {
      const expired = db
        .selectFrom('leads')
        .select('id')
        .where('form', '=', form)
        .where('id', '<', first)
        .where('id', '>', NIL)
        .where('erased_at', 'is', null)
        .limit(batch)
      const [rows = []] = await storage.atomic([compile(expired)])
      const ids = rows.map(({ id }) => String(id))
      erased += (await eraseLeads(storage, ids, now)).length
      if (ids.length < batch) break
      await sleep(10)
    }
  }
  return erased
}
