import type { ResolvedForm } from '#engine/form/model'
import type { Site } from '#engine/site'
import {
  type ClaimedDelivery,
  findLead,
  type LeadRecord,
  type Outcome,
  recordOutcome,
  reroute,
  storedForm,
} from '#server/leads'
import type { Reroute } from '#server/relay'
import { type KeyedHash, type Storage, StorageUnavailable } from '#server/storage'
import { mostRoutings } from './route-lead.ts'
import { routedAgain } from './routed-again.ts'

/** What rerouting leads works with. */
export interface Rerouting {
  storage: Storage
  site: () => Site
  /** The installation's own. */
  hash: KeyedHash
  /** Milliseconds since the epoch. */
  now: () => number
}

/**
 * Reroutes a lead that a partner rejected to where it would go now, among the partners that were not asked yet. The
 * rejection, the next decisions and their deliveries are one transaction.
 */
export function rerouter(rerouting: Rerouting): Reroute {
  const { storage, now } = rerouting
  return async (delivery, outcome) => {
    for (let tries = 1; tries <= mostRoutings; tries++) {
      const found = await findLead(storage, delivery.subject)
      const form = found && mayGoOn(found, delivery) ? await storedForm(storage, String(found.lead.definition)) : null
      if (!found || !form) {
        await storage.atomic(recordOutcome(delivery, outcome, now()))
        return { to: null }
      }
      const to = await tryToReroute(rerouting, found, form, { delivery, outcome })
      if (to !== null) return { to }
    }
    throw new StorageUnavailable('Leads came faster than this one could be rerouted.')
  }
}

/** Whether the rejection is about a lead that is at the partner now. What it had accepted before, and got again, stays its own. */
function mayGoOn({ lead, routings, deliveries, subscription }: LeadRecord, claimed: ClaimedDelivery): boolean {
  const row = deliveries.find(({ id }) => id === claimed.id)
  return (
    claimed.topic === 'lead' &&
    lead.erased_at === null &&
    row?.state === 'pending' &&
    row.attempts === claimed.attempt &&
    row.lease_until === claimed.leaseUntil &&
    row.delivered_at === null &&
    (subscription === null || subscription.state === 'confirmed') &&
    routings.some(({ partner, taken }) => partner === claimed.partner && taken === 1)
  )
}

/** The partners that get it, by id; null when what that was decided on has changed: it is looked at again. */
async function tryToReroute(
  { storage, site, hash, now }: Rerouting,
  found: LeadRecord,
  form: ResolvedForm,
  { delivery, outcome }: { delivery: ClaimedDelivery; outcome: Outcome },
): Promise<string[] | null> {
  const { routings, subscription } = found
  const { partner } = delivery
  const rejected = routings.flatMap((row) => (row.reason === 'refused' ? [String(row.partner)] : []))
  const holders = routings.flatMap((row) => (row.taken === 1 && row.partner !== partner ? [String(row.partner)] : []))
  const asked = { holders, refused: [...rejected, partner] }
  const { dated } = await routedAgain(storage, site(), found, form, { hash, now: now(), asked })
  const day = routings.find((row) => row.partner === partner)?.day ?? null
  const isDone = await reroute(
    storage,
    {
      ...{ delivery, outcome, lead: dated, rejectedBefore: rejected.length },
      subscriber: subscription && String(subscription.address),
      day: day === null ? null : String(day),
    },
    now(),
  )
  return isDone ? dated.routing.decisions.flatMap(({ partner, taken }) => (taken ? [partner] : [])) : null
}
