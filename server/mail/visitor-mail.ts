import { mailHtml } from '#engine/catalog/mails/mail-html.ts'
import type { ComposedMail } from '#engine/catalog/mails/mail-parts.ts'
import { mailText } from '#engine/catalog/mails/mail-text.ts'
import type { AttemptOutcome, SendContext } from '../delivery/delivery-kind.ts'
import type { NewMessage } from '../outbox/message.ts'
import type { Mail } from './mailer.ts'
import { sendMail } from './send-mail.ts'

/** The lane of the mails to visitors, beside those of the partners: no partner's id holds an @. */
export const visitors = '@visitors'

/** A mail to a visitor, complete: no definition is asked when it is sent. What is composed is set only then. */
export type VisitorMail = Pick<Mail, 'from' | 'fromName' | 'to' | 'subject'> &
  (Pick<Mail, 'text' | 'html'> | { composed: ComposedMail })

/** @param purpose tells the mails about one subject apart, such as `confirmation` */
export function mailToVisitor(purpose: string, mail: VisitorMail): NewMessage {
  return { partner: visitors, delivery: purpose, kind: 'mail', payload: JSON.stringify(mail) }
}

/** One try. */
export async function sendToVisitor(
  { messageId, payload }: { messageId: string; payload: string },
  { mailer }: Pick<SendContext, 'mailer'>,
): Promise<AttemptOutcome> {
  const mail = JSON.parse(payload) as VisitorMail
  return sendMail(mailer, { id: messageId, isAutomatic: true, ...setMail(mail) })
}

function setMail(mail: VisitorMail): Omit<Mail, 'id' | 'isAutomatic'> {
  if (!('composed' in mail)) return mail
  const { composed, ...envelope } = mail
  return { ...envelope, text: mailText(composed), html: mailHtml(composed) }
}
