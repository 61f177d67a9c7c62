import type { Decision } from '#engine/form/lead'
import type { ResolvedForm } from '#engine/form/model'
import type { Site } from '#engine/site'
import { approve, findLead, type LeadRecord, storedForm } from '#server/leads'
import { receiptOf, reminderOf, subscriptionOf } from '#server/mail'
import { type KeyedHash, type Storage, StorageUnavailable } from '#server/storage'
import { asksAgain } from './new-lead.ts'
import { mostRoutings } from './route-lead.ts'
import { routedAgain } from './routed-again.ts'

/** What became of a lead that waited for review: who gets it now, or why it cannot be approved. */
export type Approved =
  | { ok: true; decisions: readonly Decision[]; deliveries: number }
  /** There is no such lead; it does not wait (any more); it was erased; the form it was checked against is not stored. */
  | { ok: false; reason: 'unknown' | 'not-waiting' | 'erased' | 'form-unknown' }

/**
 * Approves a lead that waits for review: it is routed as if it came now, its deliveries and its mails are made, in one
 * transaction. A lead is approved once, however many operators do. Rejects with `StorageUnavailable`.
 * @param moment `now` in milliseconds since the epoch, and the installation's own hash
 */
export async function approveLead(
  storage: Storage,
  site: Site,
  id: string,
  moment: { hash: KeyedHash; now: number },
): Promise<Approved> {
  for (let tries = 1; tries <= mostRoutings; tries++) {
    const found = await findLead(storage, id)
    if (!found) return { ok: false, reason: 'unknown' }
    if (found.lead.erased_at !== null) return { ok: false, reason: 'erased' }
    if (found.lead.suspicion === null) return { ok: false, reason: 'not-waiting' }
    const form = await storedForm(storage, String(found.lead.definition))
    if (!form) return { ok: false, reason: 'form-unknown' }
    const approved = await tryToApprove(storage, site, found, form, moment)
    if (approved !== null) return approved
  }
  throw new StorageUnavailable('Leads came faster than this one could be routed.')
}

/** null when somebody else approved it first, or what it was routed on has changed: it is looked at again. */
async function tryToApprove(
  storage: Storage,
  site: Site,
  found: LeadRecord,
  form: ResolvedForm,
  { hash, now }: { hash: KeyedHash; now: number },
): Promise<Approved | null> {
  const { answers, email, dated } = await routedAgain(storage, site, found, form, { hash, now })
  const { brand, test, routing, deliveries } = dated
  const visitor = { form, email, brand, test, suspicion: null, localOrigin: null }
  const lead = {
    ...dated,
    receipt: receiptOf(site, hash, visitor),
    reminder: reminderOf(site, hash, { ...visitor, answers }, now),
    subscription: subscriptionOf(site, hash, {
      ...visitor,
      isSuppressed: await asksAgain(storage, hash, visitor),
    }),
  }
  if (!(await approve(storage, lead, String(found.lead.received_at)))) return null
  return { ok: true, decisions: routing.decisions, deliveries: deliveries.length }
}
