import type { Row, Statement, Storage } from '#server/storage/storage.ts'
import type { Lead } from './lead.ts'
import { insertConsent, insertDelivery, insertLead, selectByKey } from './lead-statements.ts'

/** What became of a lead: stored now, or known already under its idempotency key. */
export type StoreOutcome = { stored: true } | { stored: false; existing: ExistingLead }

/** The lead that holds the idempotency key. */
export interface ExistingLead {
  id: string
  receivedAt: string
  definition: string
  bodyHash: string
}

/**
 * Stores a lead with its consent evidence and its deliveries, in one transaction.
 *
 * When the idempotency key is known nothing is written, and the lead that holds it is returned. Rejects with
 * `StorageUnavailable` when nothing could be stored.
 */
export async function storeLead(storage: Storage, lead: Lead): Promise<StoreOutcome> {
  const statements: Statement[] = [
    insertLead(lead),
    ...lead.consents.map((consent) => insertConsent(lead, consent)),
    ...lead.deliveries.map((delivery) => insertDelivery(lead, delivery)),
  ]
  if (lead.idempotencyKey !== null) statements.push(selectByKey({ idempotency_key: lead.idempotencyKey }))
  const results = await storage.atomic(statements)
  if (results[0]?.length === 1) return { stored: true }
  return { stored: false, existing: toExisting(results.at(-1)?.[0]) }
}

function toExisting(row: Row | undefined): ExistingLead {
  // The insert does nothing only for a known key, and the same transaction then reads its row.
  if (!row) throw new Error('A lead was neither stored nor found by its idempotency key.')
  return {
    id: String(row.id),
    receivedAt: String(row.received_at),
    definition: String(row.definition),
    bodyHash: String(row.body_hash),
  }
}
