import { type AttemptOutcome, type SendContext, unset, waitsFor } from '../delivery/delivery-kind.ts'
import { isWithoutToken } from '../newsletter/mailed-token.ts'
import type { ClaimedDelivery } from '../outbox/claim.ts'
import { sendMail } from './send-mail.ts'
import { setMail } from './set-mail.ts'
import type { VisitorMail } from './visitor-mail.ts'
import type { WriteReceipt } from './write-receipt.ts'

/** One try. */
export async function sendToVisitor(
  message: ClaimedDelivery & { messageId: string },
  { mailer, writeReceipt }: Pick<SendContext, 'mailer'> & { writeReceipt: WriteReceipt },
): Promise<AttemptOutcome> {
  if (!mailer) return waitsFor(unset('SMTP_URL'))
  if (isWithoutToken(message.payload))
    return { kind: 'gone', error: 'Its link was kept until the mail was sent, and would lead nowhere now.' }
  const mail = JSON.parse(message.payload) as VisitorMail
  const written =
    'receipt' in mail ? await writeReceipt({ ...message, to: mail.to }) : { kind: 'written' as const, mail }
  if (written.kind !== 'written') return written
  return sendMail(mailer, { id: message.messageId, isAutomatic: true, ...setMail(written.mail) })
}
