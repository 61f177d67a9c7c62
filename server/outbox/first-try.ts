import { setTimeout as sleep } from 'node:timers/promises'
import { withPatience } from '../storage/patience.ts'
import { compile, db } from '../storage/sql.ts'
import type { Storage } from '../storage/storage.ts'

/** For how long a visitor waits for the provider, in ms (shared reading of the portal's section 4). */
const patience = 10_000

const pause = 100

/**
 * Whether an e-mail-marketing provider took a lead at the first try, for which the page waits; null when the lead goes
 * to none. Whichever server makes the try writes down how it went.
 */
export function firstTry(storage: Storage, lead: string): Promise<boolean | null> {
  // The lead is stored: what is asked from here on is not about that any more, and may take longer.
  return withPatience(patience + 2000, () => watchFirstTry(storage, lead))
}

async function watchFirstTry(storage: Storage, lead: string): Promise<boolean | null> {
  const select = compile(
    db
      .selectFrom('deliveries')
      .select(['state', 'last_error', 'lease_until'])
      .where('subject_id', '=', lead)
      .where('kind', '=', 'data-delivery'),
  )
  const end = performance.now() + patience
  while (performance.now() < end) {
    const [rows = []] = await storage.atomic([select])
    if (rows.length === 0) return null
    if (rows.every(({ state }) => state === 'delivered')) return true
    if (
      // Also one that waits for its key has been tried in vain.
      rows.every(
        ({ state, last_error: error, lease_until: lease }) => state !== 'pending' || (error !== null && lease === null),
      )
    )
      return false
    await sleep(pause)
  }
  return false
}
