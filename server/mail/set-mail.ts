import { mailHtml, mailText } from '#engine/site'
import type { Mail } from '#server/outbound'
import type { WrittenMail } from './visitor-mail.ts'

/** A written mail as it goes over the wire. */
export function setMail(mail: WrittenMail): Omit<Mail, 'id' | 'isAutomatic'> {
  if (!('composed' in mail)) return mail
  const { composed, ...envelope } = mail
  return { ...envelope, text: mailText(composed), html: mailHtml(composed) }
}
