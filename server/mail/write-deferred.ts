import { flatAnswers } from '#engine/form/lead'
import type { NestedAnswers } from '#engine/form/model'
import type { Site } from '#engine/site'
import {
  type AttemptOutcome,
  type ClaimedDelivery,
  failed,
  findLead,
  insertToken,
  type LimitedMail,
  reminderStanding,
  storedForm,
  subscriberAddress,
  subscriberHash,
  subscriberOf,
  writeMail,
} from '#server/leads'
import type { KeyedHash, Storage } from '#server/storage'
import {
  confirmationMail,
  type Deferred,
  type ReceiptFacts,
  receiptMail,
  reminderMail,
  unsubscribeLink,
  type WrittenMail,
} from './write-mail.ts'

/**
 * Writes a deferred mail about a lead, in the form that was shown, and puts it into the outbox in place of what it is
 * written of: every attempt sends just this. Or says why there is none. Rejects with StorageUnavailable.
 */
export type WriteDeferred = (
  message: Pick<ClaimedDelivery, 'id' | 'subject' | 'payload'> & { deferred: Deferred },
) => Promise<{ kind: 'written'; mail: WrittenMail } | AttemptOutcome>

/** @param hash the installation's own */
export function deferredWriter(storage: Storage, site: () => Site, hash: KeyedHash): WriteDeferred {
  return async ({ id, subject, payload, deferred }) => {
    if (deferred.deferred === 'reminder') {
      const standing = await reminderStanding(storage, subject)
      if (standing === 'over') return { kind: 'over' }
      if (standing === 'unconfirmed') return { kind: 'waiting', error: 'The subscription is not confirmed yet.' }
    }
    const composed = await composeDeferred(storage, site(), subject, deferred, hash)
    // An operator can mend it, so it is tried again like an outage.
    if (!composed) return failed(`The definitions lack the mail of this ${deferred.deferred}, or its sender.`)
    const { mail, tokens } = composed
    const isWritten = await writeMail(
      storage,
      { id, payload },
      JSON.stringify(mail),
      tokens.map((token) => insertToken(token, { lead: subject, message: id })),
    )
    // Cancelled or erased meanwhile: recording the outcome changes nothing then.
    return isWritten ? { kind: 'written', mail } : { kind: 'over' }
  }
}

/** A mail, and what is stored of the links in it. */
interface Composed {
  mail: WrittenMail
  tokens: NonNullable<LimitedMail['tokens']>
}

/**
 * A deferred mail as the definitions have it now; null where they have none, or no sender.
 * @param lead its id
 * @param hash without it a receipt has no link to unsubscribe, which it has for subscribers to something of the brand
 */
export async function composeDeferred(
  storage: Storage,
  site: Site,
  lead: string,
  { to, deferred, localOrigin }: Deferred,
  hash: KeyedHash | null = null,
): Promise<Composed | null> {
  const facts = await factsOf(storage, lead)
  if (!facts) return null
  const { brand, form, test } = facts
  const address = await subscriberAddress(storage, lead)
  if (deferred === 'confirmation') {
    const written =
      address === null
        ? null
        : confirmationMail(site, { form, email: to, brand, test, address, localOrigin: localOrigin ?? null })
    return written && { mail: written.mail, tokens: written.tokens }
  }
  const place = { brand, locale: form.locale, localOrigin }
  if (deferred === 'receipt') {
    const subscriber = hash && { address: subscriberHash(hash, to), brand }
    const isSubscribed = subscriber !== null && (await subscriberOf(storage, subscriber)) !== null
    const link = isSubscribed ? unsubscribeLink(site, { ...place, address: subscriber.address }) : null
    const mail = receiptMail(site, { ...facts, to, lead, link: link?.href ?? null })
    return mail && { mail, tokens: link ? [link.token] : [] }
  }
  const link = address === null ? null : unsubscribeLink(site, { ...place, address })
  const mail = reminderMail(site, { ...facts, to, link: link?.href ?? null })
  return mail && { mail, tokens: link ? [link.token] : [] }
}

async function factsOf(storage: Storage, id: string): Promise<Omit<ReceiptFacts, 'to' | 'lead' | 'link'> | null> {
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
