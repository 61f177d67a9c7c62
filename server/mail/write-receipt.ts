import type { Catalog } from '#engine/catalog/catalog.ts'
import type { NestedAnswers } from '#engine/core/filling/answers.ts'
import { flatAnswers } from '#engine/core/lead/nested-answers.ts'
import { type AttemptOutcome, failed } from '../delivery/delivery-kind.ts'
import { findLead } from '../leads/find-leads.ts'
import type { ClaimedDelivery } from '../outbox/claim.ts'
import type { Storage } from '../storage/storage.ts'
import { storedForm } from '../versions/stored-form.ts'
import { type ReceiptFacts, receiptMail } from './receipt-mail.ts'
import type { WrittenMail } from './visitor-mail.ts'

/**
 * Writes the receipt of a lead, in the form that was shown, and puts it into the outbox in place of the promise: every try
 * sends just this. Or says why there is none. Rejects with StorageUnavailable.
 */
export type WriteReceipt = (
  message: Pick<ClaimedDelivery, 'id' | 'subject' | 'payload'> & { to: string },
) => Promise<{ kind: 'written'; mail: WrittenMail } | AttemptOutcome>

export function receiptWriter(storage: Storage, catalog: () => Catalog): WriteReceipt {
  return async ({ id, subject, payload, to }) => {
    const mail = await composeReceipt(storage, catalog(), subject, to)
    // An operator can mend it, so it is tried again like an outage.
    if (!mail) return failed('The definitions do not have the mail of this receipt, or nobody whom it comes from.')
    const [kept = []] = await storage.atomic([
      // Not when the lead was erased meanwhile.
      {
        sql: 'UPDATE deliveries SET payload = ? WHERE id = ? AND payload = ? RETURNING id',
        parameters: [JSON.stringify(mail), id, payload],
      },
    ])
    return kept.length === 1 ? { kind: 'written', mail } : { kind: 'erased' }
  }
}

/** The receipt of a lead, by its id; null where nobody can write it. */
export async function composeReceipt(
  storage: Storage,
  catalog: Catalog,
  lead: string,
  to: string,
): Promise<WrittenMail | null> {
  const facts = await factsOf(storage, lead)
  return facts && receiptMail(catalog, { ...facts, to })
}

async function factsOf(storage: Storage, id: string): Promise<Omit<ReceiptFacts, 'to'> | null> {
  const { lead, consents = [], routings = [] } = (await findLead(storage, id)) ?? {}
  const form = lead ? await storedForm(storage, String(lead.definition)) : null
  if (!lead || !form) return null
  const granted = new Map(consents.flatMap(({ consent, text, granted }) => (granted === 1 ? [[consent, text]] : [])))
  return {
    form,
    answers: flatAnswers(form, JSON.parse(String(lead.answers)) as NestedAnswers).answers,
    brand: String(lead.brand),
    test: lead.test === 1,
    consents: form.consents.flatMap((consent) => (granted.has(consent.id) ? [String(granted.get(consent.id))] : [])),
    takers: routings.flatMap(({ partner, taken }) => (taken === 1 ? [String(partner)] : [])),
  }
}
