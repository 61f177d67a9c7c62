import { ifStored } from '../leads/if-stored.ts'
import type { Lead } from '../leads/lead.ts'
import { insertLimitedMail } from '../mail/limited-mail.ts'
import type { Statement, Storage } from '../storage/storage.ts'
import { guardSuppression, subscriptionLock } from './suppressions.ts'

/** Goes before the statements that store a lead: whoever unsubscribes the address in the same moment comes before or after it. */
export function subscriptionLocks(
  storage: Storage,
  { subscription }: Pick<Lead, 'subscription'>,
): readonly Statement[] {
  return subscription && !subscription.isHeld ? storage.lock(subscriptionLock(subscription.address)) : []
}

/**
 * Stores the subscription of a lead and puts the mail that asks to confirm it into the outbox, if this transaction stored
 * the lead. Where sending the form is enough, it is confirmed from the start, at no moment of its own.
 * @param signedUpAt when the form was sent, where that was before the moment that the lead bears here
 */
export function subscriptionStatements(
  {
    id,
    receivedAt,
    form,
    locale,
    brand,
    subscription,
  }: Pick<Lead, 'id' | 'receivedAt' | 'form' | 'locale' | 'brand' | 'subscription'>,
  signedUpAt = receivedAt,
): Statement[] {
  if (!subscription) return []
  const { address, isHeld, asked } = subscription
  const state = isHeld ? 'pending' : 'confirmed'
  const row = {
    sql: `INSERT INTO subscriptions (lead_id, address, brand, form, locale, state, signed_up_at)
      SELECT ?, ?, ?, ?, ?, ?, ? ${ifStored('?')}`,
    parameters: [id, address, brand, form, locale, state, signedUpAt, id],
  }
  const guards = isHeld ? [] : [guardSuppression({ address, brand }, id)]
  return [...guards, row, ...insertLimitedMail({ id, receivedAt }, asked)]
}
