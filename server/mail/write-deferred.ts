import { flatAnswers } from '#engine/form/lead'
import type { NestedAnswers } from '#engine/form/model'
import type { Site } from '#engine/site'
import {
  type AttemptOutcome,
  type ClaimedDelivery,
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
import { offersTold } from './offer-mails.ts'
import {
  confirmationMail,
  type Deferred,
  type ReceiptFacts,
  receiptMail,
  reminderMail,
  unsubscribeLink,
  type WrittenMail,
  writeMail as writeOrder,
} from './write-mail.ts'

/**
 * Writes a deferred mail about a lead, in the form that was shown, and puts it into the outbox in place of what it is
 * written of: every attempt sends just this. Or says why there is none. Rejects with StorageUnavailable.
 */
export type WriteDeferred = (
  message: Pick<ClaimedDelivery, 'id' | 'subject' | 'payload'> & { deferred: Deferred },
) => Promise<{ kind: 'written'; mail: WrittenMail } | AttemptOutcome>

/**
 * @param hash the installation's own
 * @param now milliseconds since the epoch
 */
export function deferredWriter(
  storage: Storage,
  site: () => Site,
  hash: KeyedHash,
  now: () => number = Date.now,
): WriteDeferred {
  return async ({ id, subject, payload, deferred }) => {
    if (deferred.deferred === 'reminder') {
      const standing = await reminderStanding(storage, subject)
      if (standing === 'over') return { kind: 'over' }
      if (standing === 'unconfirmed') return { kind: 'waiting', error: 'The subscription is not confirmed yet.' }
    }
    const composed = await composeDeferred(storage, site(), subject, deferred, { hash, now: now() })
    if (composed === 'over') return { kind: 'over' }
    // An operator can mend it, so it is tried again like an outage.
    if (!composed) {
      const error = `The definitions lack the mail of this ${names[deferred.deferred]}, or its sender.`
      return { kind: 'failed', error, retryAfter: null }
    }
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

const names: Record<Deferred['deferred'], string> = {
  receipt: 'receipt',
  reminder: 'reminder',
  confirmation: 'confirmation',
  offers: 'list of offers',
  'offer-expiry': 'reminder of an offer',
}

/** A mail, and what is stored of the links in it. */
interface Composed {
  mail: WrittenMail
  tokens: NonNullable<LimitedMail['tokens']>
}

/**
 * A deferred mail as the definitions have it now; null where they have none, or no sender. `over`: there is nothing to
 * tell any more.
 * @param lead its id
 * @param hash without it the mail has no link to unsubscribe, which it has for subscribers to something of the brand
 */
export async function composeDeferred(
  storage: Storage,
  site: Site,
  lead: string,
  { to, deferred, localOrigin }: Deferred,
  { hash = null, now = Date.now() }: { hash?: KeyedHash | null; now?: number } = {},
): Promise<Composed | 'over' | null> {
  const known = await factsOf(storage, lead)
  if (!known) return null
  const facts = { ...known, form: site.forms.withGroups(known.form) }
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
  const subscribed = deferred === 'reminder' ? address : await ofSubscriber(storage, hash, { to, brand })
  const link = subscribed === null ? null : unsubscribeLink(site, { ...place, address: subscribed })
  const href = link?.href ?? null
  const mail = await write(deferred)
  return mail === 'over' ? mail : mail && { mail, tokens: link ? [link.token] : [] }

  async function write(topic: Exclude<Deferred['deferred'], 'confirmation'>): Promise<WrittenMail | 'over' | null> {
    if (topic === 'receipt') return receiptMail(site, { ...facts, to, lead, link: href })
    if (topic === 'reminder') return reminderMail(site, { ...facts, to, link: href })
    const told = await offersTold(storage, site, { ...place, topic, lead, form, now })
    if (told === 'over') return told
    const links = { ...told.links, ...(href !== null && { unsubscribe: href }) }
    return writeOrder(site, { ...told, links, to, locale: form.locale, brand, form: form.title, isTest: test })
  }
}

/** The hash of an address that subscribes to something of a brand; null for any other. */
async function ofSubscriber(
  storage: Storage,
  hash: KeyedHash | null,
  { to, brand }: { to: string; brand: string },
): Promise<string | null> {
  if (hash === null) return null
  const address = subscriberHash(hash, to)
  return (await subscriberOf(storage, { address, brand })) === null ? null : address
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
