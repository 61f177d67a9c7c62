import type { ComposedMail } from '#engine/catalog/mails/mail-parts.ts'
import type { NewMessage } from '../outbox/message.ts'
import type { Mail } from './mailer.ts'

/** The lane of the mails to visitors, beside those of the partners: no partner's id holds an @. */
export const visitors = '@visitors'

/** A mail to a visitor, complete: no definition is asked when it is sent. What is composed is set only then. */
export type WrittenMail = Pick<Mail, 'from' | 'fromName' | 'to' | 'subject' | 'unsubscribe'> &
  (Pick<Mail, 'text' | 'html'> | { composed: ComposedMail })

/** A mail about a lead that is written before its first try. */
export type Promised = { to: string; receipt: true } | { to: string; reminder: true }

/** What the outbox holds of a mail: the mail, or the promise of it. */
export type VisitorMail = WrittenMail | Promised

export function isPromised(mail: VisitorMail): mail is Promised {
  return 'receipt' in mail || 'reminder' in mail
}

/** @param purpose tells the mails about one subject apart, such as `confirmation` */
export function mailToVisitor(purpose: string, mail: VisitorMail): NewMessage {
  return { partner: visitors, delivery: purpose, kind: 'mail', payload: JSON.stringify(mail) }
}
