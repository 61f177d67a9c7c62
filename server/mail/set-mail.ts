import { mailHtml } from '#engine/site/mails/mail-html.ts'
import { mailText } from '#engine/site/mails/mail-text.ts'
import type { Mail } from '../outbound/mailer.ts'
import type { WrittenMail } from './visitor-mail.ts'

/** A written mail as it goes over the wire. */
export function setMail(mail: WrittenMail): Omit<Mail, 'id' | 'isAutomatic'> {
  if (!('composed' in mail)) return mail
  const { composed, ...envelope } = mail
  return { ...envelope, text: mailText(composed), html: mailHtml(composed) }
}
