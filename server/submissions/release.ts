import type { Catalog } from '#engine/catalog/catalog.ts'
import type { Decision } from '#engine/catalog/partners/routing.ts'
import type { ResolvedForm } from '#engine/core/definition/form.ts'
import { findLead, type LeadRecord } from '../leads/find-leads.ts'
import { insertDelivery } from '../leads/lead-statements.ts'
import { isGuarded } from '../leads/store-lead.ts'
import { insertLimitedMail } from '../mail/limited-mail.ts'
import { receiptOf } from '../mail/receipt.ts'
import { insertReminder, reminderOf } from '../mail/reminder.ts'
import { subscriptionOf } from '../newsletter/subscribe.ts'
import { subscriptionLocks, subscriptionStatements } from '../newsletter/subscription-statements.ts'
import { isSuppressed } from '../newsletter/suppressions.ts'
import { mostRoutings } from '../partners/route-lead.ts'
import { routingLocks, routingStatements } from '../partners/routing-statements.ts'
import type { KeyedHash } from '../secret-key.ts'
import { type Statement, type Storage, StorageUnavailable } from '../storage/storage.ts'
import { storedForm } from '../versions/stored-form.ts'
import { routedAgain } from './routed-again.ts'

/** What became of a suspicious lead: who gets it now, or why it cannot be released. */
export type Released =
  | { ok: true; decisions: readonly Decision[]; deliveries: number }
  /** There is no such lead; it is not suspicious (any more); it was erased; the form it was checked against is not stored. */
  | { ok: false; reason: 'unknown' | 'not-suspicious' | 'erased' | 'form-unknown' }

/**
 * Releases a lead that looked made by a program: it is routed as if it came now, its deliveries and its receipt are made, in
 * one transaction. A lead is released once, however many operators do. Rejects with `StorageUnavailable`.
 * @param moment `now` in milliseconds since the epoch, and the installation's own hash
 */
export async function releaseLead(
  storage: Storage,
  catalog: Catalog,
  id: string,
  { hash, now }: { hash: KeyedHash; now: number },
): Promise<Released> {
  for (let tries = 1; tries <= mostRoutings; tries++) {
    const found = await findLead(storage, id)
    if (!found) return { ok: false, reason: 'unknown' }
    if (found.lead.erased_at !== null) return { ok: false, reason: 'erased' }
    if (found.lead.suspicion === null) return { ok: false, reason: 'not-suspicious' }
    const form = await storedForm(storage, String(found.lead.definition))
    if (!form) return { ok: false, reason: 'form-unknown' }
    const released = await release(storage, catalog, found, form, { hash, now })
    if (released === null) continue
    storage.notify()
    return released
  }
  throw new StorageUnavailable('Leads came faster than this one could be routed.')
}

/** null when somebody else released it first, or what it was routed on has changed: it is looked at anew. */
async function release(
  storage: Storage,
  catalog: Catalog,
  found: LeadRecord,
  form: ResolvedForm,
  { hash, now }: { hash: KeyedHash; now: number },
): Promise<Released | null> {
  const routed = await routedAgain(storage, catalog, found, form, { hash, now })
  const { answers, email, deliveries } = routed
  const { id, brand, test, routing } = routed.dated
  const mailed = { form, email, brand, test, suspicion: null }
  const receipt = receiptOf(catalog, hash, mailed)
  const reminder = reminderOf(catalog, hash, { ...mailed, answers }, now)
  const subscriber = { ...mailed, isSuppressed: await isSuppressed(storage, hash, mailed), localOrigin: null }
  const subscription = subscriptionOf(catalog, hash, subscriber)
  const dated = { ...routed.dated, subscription }
  const statements = [
    ...storage.lock(`release ${id}`),
    ...routingLocks(storage, dated),
    ...subscriptionLocks(storage, dated),
    ...takeSuspicion(id),
    ...deliveries.map((delivery) => insertDelivery(dated, delivery)),
    ...routingStatements(dated),
    ...insertLimitedMail(dated, receipt),
    ...insertReminder(dated, reminder),
    ...subscriptionStatements(dated, String(found.lead.received_at)),
  ]
  try {
    await storage.atomic(statements)
  } catch (error) {
    if (isGuarded(error)) return null
    throw error
  }
  return { ok: true, decisions: routing.decisions, deliveries: deliveries.length }
}

/** Undoes everything when the lead is not suspicious any more. */
function takeSuspicion(id: string): Statement[] {
  return [
    {
      sql: `INSERT INTO guards (holds) SELECT NULL
        WHERE NOT EXISTS (SELECT 1 FROM leads WHERE id = ? AND suspicion IS NOT NULL AND erased_at IS NULL)`,
      parameters: [id],
    },
    { sql: 'UPDATE leads SET suspicion = NULL WHERE id = ?', parameters: [id] },
    { sql: 'DELETE FROM routings WHERE lead_id = ?', parameters: [id] },
  ]
}
