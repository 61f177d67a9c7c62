import { v7 } from 'uuid'
import { inTime, type Statement, type Storage, withPatience } from '#server/storage'
import type { Lead } from './lead.ts'
import { insertDelivery } from './messages.ts'
import { insertConsent, insertLead } from './store-lead.ts'

/** How long a finding holds, in ms: so often at most is something written. */
const freshFor = 1000

/** How long a caller waits, and how long storage may take, in ms. */
const callerPatience = 900
const storagePatience = 4000

/**
 * Tells whether a lead could be stored now: null, or why not. It stores one as large as any and removes it again in the
 * same transaction, so that a full disk, a missing right or a database that only reads are found out, and nobody else
 * ever sees it. Answers within a second; callers share what was found.
 * @param now milliseconds since the epoch
 */
export function leadProbe(storage: Storage, now: () => number): () => Promise<string | null> {
  let found: { reason: string | null; at: number } | null = null
  let underWay: Promise<string | null> | null = null

  async function probe(): Promise<string | null> {
    const reason = await withPatience(storagePatience, () => storage.atomic(comeAndGo(now()))).then(
      () => null,
      (error: Error) => error.message,
    )
    found = { reason, at: performance.now() }
    underWay = null
    return reason
  }

  return async () => {
    if (found && performance.now() - found.at < freshFor) return found.reason
    underWay ??= probe()
    return inTime(callerPatience, underWay).catch((error: Error) => error.message)
  }
}

/** More than nearly all leads have. */
const bulk = 'x'.repeat(8000)

function comeAndGo(now: number): Statement[] {
  const id = v7({ msecs: now })
  const receivedAt = new Date(now).toISOString()
  const lead: Lead = {
    ...{ id, receivedAt, form: '', locale: '', brand: '', page: null, definition: '' },
    ...{ answers: { bulk }, attribution: {}, test: true, via: 'api', suspicion: null },
    ...{ idempotencyKey: null, keyScope: null, bodyHash: '' },
    ...{
      consents: [],
      deliveries: [],
      receipt: null,
      reminder: null,
      subscription: null,
      routing: { decisions: [], days: [], windows: [], contacts: [] },
    },
  }
  const evidence = { consent: '', purpose: '', text: '', textHash: '', granted: false, givenAt: receivedAt }
  return [
    insertLead(lead),
    insertConsent(lead, { ...evidence, ip: null, userAgent: null }),
    insertDelivery(lead, { partner: '', delivery: '', kind: 'pull', payload: bulk }),
    { sql: 'DELETE FROM deliveries WHERE subject_id = ?', parameters: [id] },
    { sql: 'DELETE FROM consents WHERE lead_id = ?', parameters: [id] },
    { sql: 'DELETE FROM leads WHERE id = ?', parameters: [id] },
  ]
}
