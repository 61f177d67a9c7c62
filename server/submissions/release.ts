import type { Catalog } from '#engine/catalog/catalog.ts'
import type { Decision } from '#engine/catalog/partners/routing.ts'
import { siteLabel } from '#engine/catalog/portal/brand-table.ts'
import type { ResolvedForm } from '#engine/core/definition/form.ts'
import type { NestedAnswers } from '#engine/core/filling/answers.ts'
import { leadContent } from '#engine/core/lead/lead.ts'
import { flatAnswers } from '#engine/core/lead/nested-answers.ts'
import { findLead, type LeadRecord } from '../leads/find-leads.ts'
import { insertDelivery } from '../leads/lead-statements.ts'
import { isGuarded } from '../leads/store-lead.ts'
import { insertLimitedMail } from '../mail/limited-mail.ts'
import { receiptOf } from '../mail/receipt.ts'
import { insertReminder, reminderOf } from '../mail/reminder.ts'
import { subscriptionOf } from '../newsletter/subscribe.ts'
import { subscriptionLocks, subscriptionStatements } from '../newsletter/subscription-statements.ts'
import { isSuppressed } from '../newsletter/suppressions.ts'
import { deliveriesOf } from '../outbox/deliveries-of-lead.ts'
import { mostRoutings, routeLead } from '../partners/route-lead.ts'
import { routingLocks, routingStatements } from '../partners/routing-statements.ts'
import type { KeyedHash } from '../secret-key.ts'
import { type Statement, type Storage, StorageUnavailable } from '../storage/storage.ts'
import { storedForm } from '../versions/stored-form.ts'

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
  { lead, consents }: LeadRecord,
  form: ResolvedForm,
  { hash, now }: { hash: KeyedHash; now: number },
): Promise<Released | null> {
  const { id, form: formId, locale, page, test } = lead as Record<string, string>
  const brand = String(lead.brand)
  const stored = JSON.parse(String(lead.answers)) as NestedAnswers
  const granted = consents.filter((consent) => consent.granted === 1)
  const answers = {
    ...flatAnswers(form, stored).answers,
    ...Object.fromEntries(granted.map(({ consent }) => [String(consent), true])),
  }
  const lasting = { form: String(formId), locale: String(locale), page: page ?? null, test: Number(test) === 1 }
  const routed = { ...lasting, brand, suspicion: null, receivedAt: now, answers }
  const { contacts, email } = leadContent(form, answers)
  const routing = await routeLead(storage, catalog.partners, routed, contacts, hash)
  const outgoing = {
    form,
    answers,
    ip: consents[0]?.ip == null ? null : String(consents[0].ip),
    site: siteLabel(catalog.brand(brand)),
  }
  const kept = { answers: { ...stored }, attribution: JSON.parse(String(lead.attribution)), brand }
  const named = { ...lasting, ...kept, id: String(id), receivedAt: String(lead.received_at), routing }
  const deliveries = deliveriesOf(catalog.partners, named, outgoing)
  const mailed = { form, email, brand, test: lasting.test, suspicion: null }
  const receipt = receiptOf(catalog, hash, mailed)
  const reminder = reminderOf(catalog, hash, { ...mailed, answers }, now)
  const subscriber = { ...mailed, isSuppressed: await isSuppressed(storage, hash, mailed), localOrigin: null }
  const subscription = subscriptionOf(catalog, hash, subscriber)
  // The partners' days and the deliveries count from now.
  const dated = { ...lasting, brand, id: String(id), receivedAt: new Date(now).toISOString(), routing, subscription }
  const statements = [
    ...storage.lock(`release ${id}`),
    ...routingLocks(storage, dated),
    ...subscriptionLocks(storage, dated),
    ...takeSuspicion(String(id)),
    ...deliveries.map((delivery) => insertDelivery(dated, delivery)),
    ...routingStatements(dated),
    ...insertLimitedMail(dated, receipt),
    ...insertReminder(dated, reminder),
    ...subscriptionStatements(dated, String(lead.received_at)),
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
