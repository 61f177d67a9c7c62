import type { AttemptOutcome, SendContext } from '../delivery/delivery-kind.ts'
import type { NewMessage } from '../outbox/message.ts'
import type { Mail } from './mailer.ts'
import { sendMail } from './send-mail.ts'

/** The lane of the mails to visitors, beside those of the partners: no partner's id holds an @. */
export const visitors = '@visitors'

/** A mail to a visitor, complete: no definition is asked when it is sent. */
export type VisitorMail = Omit<Mail, 'id' | 'isAutomatic'>

/** @param purpose tells the mails about one subject apart, such as `confirmation` */
export function mailToVisitor(purpose: string, mail: VisitorMail): NewMessage {
  return { partner: visitors, delivery: purpose, kind: 'mail', payload: JSON.stringify(mail) }
}

/** One try. */
export async function sendToVisitor(
  { messageId, payload }: { messageId: string; payload: string },
  { mailer }: Pick<SendContext, 'mailer'>,
): Promise<AttemptOutcome> {
  return sendMail(mailer, { id: messageId, isAutomatic: true, ...(JSON.parse(payload) as VisitorMail) })
}
