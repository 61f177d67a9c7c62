import { type SendContext, unset, waitsFor } from '../channels/channel.ts'
import { sendMail } from '../channels/send-mail.ts'
import type { AttemptOutcome, ClaimedDelivery } from '../leads/deliveries.ts'
import { hasToken, isWithoutToken, withoutToken } from '../mail/redact-tokens.ts'
import { setMail } from '../mail/set-mail.ts'
import { isDeferred, type VisitorMail } from '../mail/visitor-mail.ts'
import type { WriteDeferred } from '../mail/write-deferred.ts'

/** One try. */
export async function sendToVisitor(
  message: ClaimedDelivery & { messageId: string },
  { mailer, writeDeferred }: Pick<SendContext, 'mailer'> & { writeDeferred: WriteDeferred },
): Promise<AttemptOutcome> {
  if (!mailer) return waitsFor(unset('SMTP_URL'))
  if (isWithoutToken(message.payload))
    return { kind: 'gone', error: 'Its link was kept until the mail was sent, and would lead nowhere now.' }
  const mail = JSON.parse(message.payload) as VisitorMail
  const written = isDeferred(mail)
    ? await writeDeferred({ ...message, deferred: mail })
    : { kind: 'written' as const, mail }
  if (written.kind !== 'written') return written
  const outcome = await sendMail(mailer, { id: message.messageId, isAutomatic: true, ...setMail(written.mail) })
  const sent = JSON.stringify(written.mail)
  return outcome.kind === 'delivered' && hasToken(sent) ? { ...outcome, kept: withoutToken(sent) } : outcome
}
