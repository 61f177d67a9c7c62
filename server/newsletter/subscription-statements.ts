import { ifStored } from '../leads/if-stored.ts'
import type { Lead } from '../leads/lead.ts'
import { insertLimitedMail } from '../mail/limited-mail.ts'
import type { Statement } from '../storage/storage.ts'
import { insertToken } from './tokens.ts'

/** For how long a subscription may be confirmed, in ms. */
export const confirmableFor = 7 * 24 * 60 * 60 * 1000

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
  if (!asked) return [row]
  const expires_at = Date.parse(receivedAt) + confirmableFor
  const token = insertToken({ hash: asked.token, purpose: 'confirm', lead_id: id, brand, expires_at })
  return [row, token, ...insertLimitedMail({ id, receivedAt }, asked.mail)]
}
