import type { Catalog } from '#engine/catalog/catalog.ts'
import type { ResolvedForm } from '#engine/core/definition/form.ts'
import { findLead, type LeadRecord } from '../leads/find-leads.ts'
import { insertDelivery } from '../leads/lead-statements.ts'
import { isGuarded } from '../leads/store-lead.ts'
import { subscriptionLock } from '../newsletter/suppressions.ts'
import type { ClaimedDelivery } from '../outbox/claim.ts'
import { wayOf } from '../outbox/message.ts'
import type { PassOn } from '../outbox/pass-on.ts'
import { type Settlement, settle } from '../outbox/settle.ts'
import { forgetDecisions, guardRefusal, holdLead, markRefused } from '../partners/refusal-statements.ts'
import { mostRoutings } from '../partners/route-lead.ts'
import { routingLocks, routingStatements } from '../partners/routing-statements.ts'
import type { KeyedHash } from '../secret-key.ts'
import { type Storage, StorageUnavailable } from '../storage/storage.ts'
import { storedForm } from '../versions/stored-form.ts'
import { routedAgain } from './routed-again.ts'

/** What passing leads on works with. */
export interface Passing {
  storage: Storage
  catalog: () => Catalog
  /** The installation's own. */
  hash: KeyedHash
  /** Milliseconds since the epoch. */
  now: () => number
}

/**
 * Passes a lead that a partner refused on to whom it would go now, among those that were not asked yet. The refusal, the
 * next decisions and their deliveries are one transaction, so that a lead is never at more partners than share it, and
 * none is lost between two of them.
 */
export function passingOn(passing: Passing): PassOn {
  const { storage } = passing
  return async (delivery, settlement) => {
    for (let tries = 1; tries <= mostRoutings; tries++) {
      const found = await findLead(storage, delivery.subject)
      const form = found && mayGoOn(found, delivery) ? await storedForm(storage, String(found.lead.definition)) : null
      if (!found || !form) {
        await storage.atomic([settle(delivery, settlement)])
        return { to: null }
      }
      const to = await passOn(passing, found, form, { delivery, settlement })
      if (to !== null) return { to }
    }
    throw new StorageUnavailable('Leads came faster than this one could be passed on.')
  }
}

/** Whether the refusal is about a lead that is at the partner now. What it had accepted before, and got anew, stays its own. */
function mayGoOn({ lead, routings, deliveries, subscription }: LeadRecord, claimed: ClaimedDelivery): boolean {
  const row = deliveries.find(({ id }) => id === claimed.id)
  return (
    claimed.delivery === wayOf(claimed.delivery) &&
    lead.erased_at === null &&
    row?.state === 'pending' &&
    row.attempts === claimed.attempt &&
    row.lease_until === claimed.leaseUntil &&
    row.delivered_at === null &&
    (subscription === null || subscription.state === 'confirmed') &&
    routings.some(({ partner, taken }) => partner === claimed.partner && taken === 1)
  )
}

/** The partners that get it, by id; null when what that was decided on has changed: it is looked at anew. */
async function passOn(
  { storage, catalog, hash, now }: Passing,
  found: LeadRecord,
  form: ResolvedForm,
  { delivery, settlement }: { delivery: ClaimedDelivery; settlement: Settlement },
): Promise<string[] | null> {
  const { routings, subscription } = found
  const { partner } = delivery
  const refused = routings.flatMap((row) => (row.reason === 'refused' ? [String(row.partner)] : []))
  const holders = routings.flatMap((row) => (row.taken === 1 && row.partner !== partner ? [String(row.partner)] : []))
  const asked = { holders, refused: [...refused, partner] }
  const { dated, deliveries } = await routedAgain(storage, catalog(), found, form, { hash, now: now(), asked })
  const sent = { ...dated, subscription: null }
  const refusal = { delivery, error: settlement.last_error ?? '', before: refused.length }
  const day = routings.find((row) => row.partner === partner)?.day ?? null
  try {
    await storage.atomic([
      ...routingLocks(storage, dated),
      ...(subscription ? storage.lock(subscriptionLock(String(subscription.address))) : []),
      holdLead(sent.id),
      settle(delivery, settlement),
      guardRefusal(refusal),
      ...markRefused(refusal),
      ...forgetDecisions(dated),
      ...deliveries.map((one) => insertDelivery(sent, one)),
      ...routingStatements(sent, day === null ? [] : [{ partner, day: String(day) }]),
    ])
  } catch (error) {
    if (isGuarded(error)) return null
    throw error
  }
  storage.notify()
  return dated.routing.decisions.flatMap(({ partner, taken }) => (taken ? [partner] : []))
}
