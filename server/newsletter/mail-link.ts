import { unsubscribeLink as mailId } from '#engine/catalog/mails/mails-of.ts'
import { addressHash, insertLimitedMail, markAsked } from '../mail/limited-mail.ts'
import { mailToVisitor } from '../mail/visitor-mail.ts'
import { writeMail } from '../mail/write-mail.ts'
import type { Statement } from '../storage/storage.ts'
import { emailIn } from './email-in.ts'
import { subscriberHash } from './subscriber-hash.ts'
import { subscriberOf } from './subscriber-of.ts'
import type { Unsubscribing } from './unsubscribe.ts'
import { unsubscribeLink } from './unsubscribe-link.ts'

/**
 * Mails a link to unsubscribe to an address, if it has subscribed and did not have too many mails. Who asks learns nothing:
 * the answer is the same, and so is the time it takes, since something is committed each time. Rejects with
 * StorageUnavailable.
 * @param asked `address` as it was typed, and the language of the page
 */
export async function mailLink(
  parts: Unsubscribing,
  asked: { address: string; brand: string; locale: string },
): Promise<void> {
  const { storage, hash, now, onEnded } = parts
  const to = { address: subscriberHash(hash, asked.address), brand: asked.brand }
  const subscriber = await subscriberOf(storage, to)
  const moment = now()
  const mail = subscriber ? linkMail(parts, { ...asked, ...subscriber }, moment) : []
  await storage.atomic([...mail, markAsked(moment)])
  if (mail.length > 0) onEnded()
}

function linkMail(
  { catalog, hash }: Unsubscribing,
  { address, answers, ...place }: { address: string; lead: string; answers: string; brand: string; locale: string },
  now: number,
): Statement[] {
  // As the subscriber wrote it: capitals may matter to a mail server.
  const to = emailIn(JSON.parse(answers), (text) => text.toLowerCase() === address.toLowerCase())
  const link = unsubscribeLink(catalog(), place)
  if (to === null || !link) return []
  const { brand, locale } = place
  const mail = writeMail(catalog(), { to, mail: mailId, locale, brand, links: { unsubscribe: link.href } })
  if (!mail) return []
  // A message of its own each time: the first one may never have arrived.
  const message = mailToVisitor(`${mailId}/${now}`, mail)
  return insertLimitedMail(
    { id: place.lead, receivedAt: new Date(now).toISOString() },
    { message, address: addressHash(hash, to), tokens: [link.token] },
  )
}
