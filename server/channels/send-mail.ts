import { type AttemptOutcome, failed } from '#server/leads'
import type { Mail, Mailer } from '#server/outbound'
import { unset, waitsFor } from './channel.ts'

/** One try to send a mail; without SMTP_URL it waits. */
export async function sendMail(mailer: Mailer | null, mail: Mail): Promise<AttemptOutcome> {
  if (!mailer) return waitsFor(unset('SMTP_URL'))
  const failure = await mailer.send(mail)
  if (failure === null) return { kind: 'delivered' }
  return failure.isBounced ? { kind: 'bounced', error: failure.reason } : failed(failure.reason)
}
