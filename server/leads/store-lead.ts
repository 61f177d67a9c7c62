import { type Row, type Statement, StatementFailed, type Storage } from '#server/storage/storage.ts'
import type { Lead } from './lead.ts'
import { insertConsent, insertDelivery, insertLead, selectByKey } from './lead-statements.ts'
import { routingLocks, routingStatements } from './routing-statements.ts'

/** What became of a lead: stored now, or known already under its idempotency key. */
export type StoreOutcome =
  | { stored: true }
  /** `existing` is null when a partner's cap or contacts changed since the lead was routed: route it again. */
  | { stored: false; existing: ExistingLead | null }

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
  const locks = routingLocks(storage, lead)
  const statements: Statement[] = [
    ...locks,
    insertLead(lead),
    ...lead.consents.map((consent) => insertConsent(lead, consent)),
    ...lead.deliveries.map((delivery) => insertDelivery(lead, delivery)),
    ...routingStatements(lead),
  ]
  if (lead.idempotencyKey !== null) statements.push(selectByKey({ idempotency_key: lead.idempotencyKey }))
  const results = await storage.atomic(statements).catch((error) => {
    if (error instanceof StatementFailed && error.message.includes('guards')) return null
    throw error
  })
  if (results === null) return { stored: false, existing: null }
  if (results[locks.length]?.length === 1) return { stored: true }
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
