import type { Catalog } from '#engine/catalog/catalog.ts'
import { siteLabel } from '#engine/catalog/portal/brand-table.ts'
import { leadContent } from '#engine/core/lead/lead.ts'
import { contentHash } from '#engine/node/hash.ts'
import type { Lead } from '../leads/lead.ts'
import { receiptOf } from '../mail/receipt.ts'
import { deliveriesOf } from '../outbox/deliveries-of-lead.ts'
import { routeLead } from '../partners/route-lead.ts'
import type { KeyedHash } from '../secret-key.ts'
import type { Storage } from '../storage/storage.ts'
import { heldAt } from './held-at.ts'
import type { Submission } from './submission.ts'

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

/** The lead that a submission becomes: its consents are evidence, its way to the partners is decided. */
export async function newLead(
  { catalog, storage, hash: keyedHash, now, newId }: LeadMaking,
  submission: Submission,
): Promise<Lead> {
  const { form, hash } = submission.version
  const { answers, consents, contacts, email, isTrial } = leadContent(form, submission.answers)
  const { partners } = catalog()
  const moment = now()
  const receivedAt = new Date(moment).toISOString()
  const { page } = submission
  const suspicion = submission.suspicion ?? heldAt(form, submission.answers)
  const test = submission.test || isTrial
  const place = { form: form.id, locale: form.locale, page }
  const routed = { ...place, test, suspicion, receivedAt: moment, answers: submission.answers }
  const lead = {
    id: newId(),
    receivedAt,
    form: form.id,
    locale: form.locale,
    brand: submission.brand,
    page,
    definition: hash,
    answers: { ...answers },
    attribution: { ...submission.attribution },
    test,
    via: submission.via,
    suspicion,
    idempotencyKey: submission.idempotencyKey,
    keyScope: submission.keyScope,
    bodyHash: submission.bodyHash,
    consents: consents.map(({ id, purpose, text, granted }) => ({
      consent: id,
      purpose,
      text,
      textHash: contentHash(text),
      granted,
      givenAt: receivedAt,
      ip: submission.ip,
      userAgent: submission.userAgent,
    })),
    routing: await routeLead(storage, partners, routed, contacts, keyedHash),
  }
  const outgoing = {
    form,
    answers: submission.answers,
    ip: submission.ip,
    site: siteLabel(catalog().brand(submission.brand)),
  }
  const receipt = receiptOf(catalog(), keyedHash, { form, email, brand: submission.brand, test, suspicion })
  return { ...lead, deliveries: deliveriesOf(partners, lead, outgoing), receipt }
}
