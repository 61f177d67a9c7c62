import { type Row, type Statement, StatementFailed, type Storage } from '#server/storage/storage.ts'
import type { Lead } from './lead.ts'
import { insertConsent, insertDelivery, insertLead, selectByKeys } from './lead-statements.ts'

/** What became of a lead: stored now, or known already under its idempotency key. */
export type StoreOutcome =
  | { stored: true }
  /** `existing` is null when what the lead rests on changed, as a partner's cap does: make it again. */
  | { stored: false; existing: ExistingLead | 'conflict' | null }

/** The lead that holds the idempotency key. */
export interface ExistingLead {
  id: string
  receivedAt: string
  definition: string
}

/** The key of a submission, and the caller's key of its form whatever is sent with it. */
export type Keys = Pick<Lead, 'idempotencyKey' | 'keyScope'>

/**
 * Stores a lead with its consent evidence and its deliveries, in one transaction.
 *
 * When the idempotency key is known nothing is written, and the lead that holds it is returned; `conflict` when its
 * caller used it for something else. Rejects with `StorageUnavailable` when nothing could be stored.
 * @param around statements of the same transaction, without rows of their own
 */
export async function storeLead(
  storage: Storage,
  lead: Lead,
  { before = [], after = [] }: { before?: readonly Statement[]; after?: readonly Statement[] } = {},
): Promise<StoreOutcome> {
  const statements = [
    ...before,
    insertLead(lead),
    ...lead.consents.map((consent) => insertConsent(lead, consent)),
    ...lead.deliveries.map((delivery) => insertDelivery(lead, delivery)),
    ...after,
  ]
  const results = await storage.atomic(statements).catch((error) => {
    if (isGuarded(error)) return null
    throw error
  })
  if (results === null) return { stored: false, existing: null }
  if (results[before.length]?.length === 1) return { stored: true }
  // The insert does nothing only for a known key. Hardly a lead has one, so who holds it is looked up after the fact;
  // should that lead be erased just then, this one is made again.
  return { stored: false, existing: await leadOfKeys(storage, lead) }
}

/** The lead that a key stands for already; null for a new key. */
export async function leadOfKeys(storage: Storage, keys: Keys): Promise<ExistingLead | 'conflict' | null> {
  if (keys.idempotencyKey === null) return null
  const [rows = []] = await storage.atomic([selectByKeys(keys)])
  return holderIn(rows, keys)
}

/** Whether a transaction was undone because what it was decided on is no longer so. */
export function isGuarded(error: unknown): boolean {
  return error instanceof StatementFailed && error.message.includes('guards')
}

function holderIn(rows: readonly Row[], { idempotencyKey }: Keys): ExistingLead | 'conflict' | null {
  const row = rows.find(({ idempotency_key: key }) => key === idempotencyKey)
  if (!row) return rows.length > 0 ? 'conflict' : null
  return { id: String(row.id), receivedAt: String(row.received_at), definition: String(row.definition) }
}
