import type { Site } from '#engine/site'
import type { TimedMail } from '#server/leads'
import type { KeyedHash } from '#server/storage'
import { offersMailOf } from './offer-mails.ts'
import { type Receipted, type Reminded, receiptOf, reminderOf } from './write-mail.ts'

/**
 * The mails that its form promises to the visitor of a lead, which are stored with it.
 * @param now milliseconds since the epoch
 */
export function leadMails(site: Site, hash: KeyedHash, lead: Receipted & Reminded, now: number): TimedMail[] {
  const mails = [receiptOf(site, hash, lead), offersMailOf(site, hash, lead, now), reminderOf(site, hash, lead, now)]
  return mails.filter((mail) => mail !== null)
}
