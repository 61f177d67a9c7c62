import type { ComposedMail } from '#engine/site'
import { type LimitedMail, type Topic, visitors } from '#server/leads'
import type { Mail } from '#server/outbound'

/** A mail to a visitor, complete: no definition is asked when it is sent. What is composed is set only then. */
export type WrittenMail = Pick<Mail, 'from' | 'fromName' | 'to' | 'subject' | 'unsubscribe'> &
  (Pick<Mail, 'text' | 'html'> | { composed: ComposedMail })

/** A mail about a lead that is written before its first attempt. */
export interface Deferred {
  to: string
  deferred: 'receipt' | 'reminder' | 'confirmation'
  /** The origin of a trial on this machine, where links lead in place of the brand's. */
  localOrigin?: string
}

/** What the outbox holds of a mail: the mail, or what it is written of. */
export type VisitorMail = WrittenMail | Deferred

export function isDeferred(mail: VisitorMail): mail is Deferred {
  return 'deferred' in mail
}

/** @param delivery tells mails of one topic about one subject apart */
export function mailToVisitor(topic: Topic, mail: VisitorMail, delivery: string = topic): LimitedMail['message'] {
  return { partner: visitors, delivery, topic, kind: 'mail', payload: JSON.stringify(mail) }
}

/** What a mail about a lead is written of once it leaves. */
export function deferredMail(deferred: Deferred['deferred'], to: string, localOrigin: string | null): VisitorMail {
  return { to, deferred, ...(localOrigin !== null && { localOrigin }) }
}
