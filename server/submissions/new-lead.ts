import type { Catalog } from '#engine/catalog/catalog.ts'
import { siteLabel } from '#engine/catalog/portal/brand-table.ts'
import { leadContent } from '#engine/core/lead/lead.ts'
import { oncePerValue } from '#engine/core/values/once-per-value.ts'
import { contentHash } from '#engine/node/hash.ts'
import type { Lead } from '../leads/lead.ts'
import { receiptOf } from '../mail/receipt.ts'
import { reminderOf } from '../mail/reminder.ts'
import { subscriptionOf } from '../newsletter/subscribe.ts'
import { isSuppressed } from '../newsletter/suppressions.ts'
import { deliveriesOf } from '../outbox/deliveries-of-lead.ts'
import { routeLead } from '../partners/route-lead.ts'
import type { KeyedHash } from '../secret-key.ts'
import type { Storage } from '../storage/storage.ts'
import { heldAt } from './held-at.ts'
import type { Submission } from './submission.ts'
import { withKnownSite } from './told-site.ts'

/** What a lead is made with. */
export interface LeadMaking {
  catalog: () => Catalog
  storage: Storage
  /** The installation's own. */
  hash: KeyedHash
  /** Milliseconds since the epoch. */
  now: () => number
  newId: () => string
}

/** Of the sentences of a form's consents. */
const textHashes = oncePerValue<string>()

/** The lead that a submission becomes: its consents are evidence, its way to the partners is decided. */
export async function newLead(
  { catalog, storage, hash: keyedHash, now, newId }: LeadMaking,
  submission: Submission,
): Promise<Lead> {
  const { version, page, brand } = submission
  const { form } = version
  const { answers, consents, contacts, email, isTrial } = leadContent(form, submission.answers)
  const { partners } = catalog()
  const attribution = withKnownSite(catalog(), submission)
  const moment = now()
  const receivedAt = new Date(moment).toISOString()
  const suspicion = submission.suspicion ?? heldAt(form, submission.answers)
  const test = submission.test || isTrial
  const named = { id: newId(), form: form.id, locale: form.locale, receivedAt, test, answers }
  const routed = { ...named, brand, page, suspicion, receivedAt: moment, answers: submission.answers }
  const routing = await routeLead(storage, partners, routed, contacts, keyedHash)
  const evidence = consents.map(({ id, purpose, text, granted }) => ({
    consent: id,
    purpose,
    text,
    textHash: textHashes(form, id, () => contentHash(text)),
    granted,
    givenAt: receivedAt,
    ip: submission.ip,
    userAgent: submission.userAgent,
  }))
  const shownBy = catalog().brand(brand)
  const outgoing = {
    ...{ form, answers: submission.answers, ip: submission.ip },
    ...{ site: siteLabel(shownBy), brand: shownBy, words: () => catalog().mailWords(form.locale).lead },
  }
  const subscriber = { form, email, brand, test, suspicion, localOrigin: submission.localOrigin }
  return {
    ...named,
    brand,
    page,
    definition: version.hash,
    attribution,
    via: submission.via,
    suspicion,
    idempotencyKey: submission.idempotencyKey,
    keyScope: submission.keyScope,
    bodyHash: submission.bodyHash,
    consents: evidence,
    routing,
    deliveries: deliveriesOf(partners, { ...named, brand, page, attribution, routing, consents: evidence }, outgoing),
    receipt: receiptOf(catalog(), keyedHash, { form, email, brand, test, suspicion }),
    reminder: reminderOf(catalog(), keyedHash, { form, answers: submission.answers, email, brand, suspicion }, moment),
    subscription: form.subscription
      ? subscriptionOf(catalog(), keyedHash, {
          ...subscriber,
          isSuppressed: await isSuppressed(storage, keyedHash, subscriber),
        })
      : null,
  }
}
