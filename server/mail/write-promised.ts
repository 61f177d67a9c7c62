import type { Catalog } from '#engine/catalog/catalog.ts'
import type { NestedAnswers } from '#engine/core/filling/answers.ts'
import { flatAnswers } from '#engine/core/lead/nested-answers.ts'
import { type AttemptOutcome, failed } from '../delivery/delivery-kind.ts'
import { findLead } from '../leads/find-leads.ts'
import { subscriberHash } from '../newsletter/subscriber-hash.ts'
import { subscriberOf } from '../newsletter/subscriber-of.ts'
import type { ClaimedDelivery } from '../outbox/claim.ts'
import type { KeyedHash } from '../secret-key.ts'
import type { Statement, Storage } from '../storage/storage.ts'
import { storedForm } from '../versions/stored-form.ts'
import { type ReceiptFacts, receiptMail } from './receipt-mail.ts'
import { linkToEnd, reminderMail, reminderStanding } from './reminder-mail.ts'
import type { Promised, WrittenMail } from './visitor-mail.ts'

/**
 * Writes a mail about a lead that was promised, in the form that was shown, and puts it into the outbox in place of the
 * promise: every try sends just this. Or says why there is none. Rejects with StorageUnavailable.
 */
export type WritePromised = (
  message: Pick<ClaimedDelivery, 'id' | 'subject' | 'payload'> & { promised: Promised },
) => Promise<{ kind: 'written'; mail: WrittenMail } | AttemptOutcome>

/** @param hash the installation's own */
export function promisedWriter(storage: Storage, catalog: () => Catalog, hash: KeyedHash): WritePromised {
  return async ({ id, subject, payload, promised }) => {
    if ('reminder' in promised) {
      const standing = await reminderStanding(storage, subject)
      if (standing === 'over') return { kind: 'erased' }
      if (standing === 'unconfirmed') return { kind: 'waiting', error: 'The subscription is not confirmed yet.' }
    }
    const composed = await composePromised(storage, catalog(), subject, promised, hash)
    // An operator can mend it, so it is tried again like an outage.
    if (!composed)
      return failed(`The definitions do not have the mail of this ${nameOf(promised)}, or nobody whom it comes from.`)
    const [kept = []] = await storage.atomic([
      // Not when the lead was erased meanwhile.
      {
        sql: 'UPDATE deliveries SET payload = ? WHERE id = ? AND payload = ? RETURNING id',
        parameters: [JSON.stringify(composed.mail), id, payload],
      },
      ...composed.statements(id),
    ])
    return kept.length === 1 ? { kind: 'written', mail: composed.mail } : { kind: 'erased' }
  }
}

/** A mail, and what is stored beside it when it goes into the outbox. */
interface Composed {
  mail: WrittenMail
  statements: (message: string) => readonly Statement[]
}

/**
 * A promised mail as the definitions have it now; null where nobody can write it.
 * @param lead its id
 * @param hash without it a receipt has no link to unsubscribe, which it has for who subscribes to something of the brand
 */
export async function composePromised(
  storage: Storage,
  catalog: Catalog,
  lead: string,
  promised: Promised,
  hash: KeyedHash | null = null,
): Promise<Composed | null> {
  const facts = await factsOf(storage, lead)
  if (!facts) return null
  const { to } = promised
  if ('receipt' in promised) {
    const { brand, form } = facts
    const subscriber = hash && (await subscriberOf(storage, { address: subscriberHash(hash, to), brand }))
    const link = subscriber && linkToEnd(catalog, { lead: subscriber.lead, brand, locale: form.locale })
    const mail = receiptMail(catalog, { ...facts, to, link: link?.href ?? null })
    return mail && { mail, statements: link?.statements ?? (() => []) }
  }
  const link = linkToEnd(catalog, { lead, brand: facts.brand, locale: facts.form.locale })
  const mail = reminderMail(catalog, { ...facts, to, link: link?.href ?? null })
  return mail && { mail, statements: link?.statements ?? (() => []) }
}

function nameOf(promised: Promised): string {
  return 'receipt' in promised ? 'receipt' : 'reminder'
}

async function factsOf(storage: Storage, id: string): Promise<Omit<ReceiptFacts, 'to' | 'link'> | null> {
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
