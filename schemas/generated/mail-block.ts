// Generated from schemas/mail-block.schema.json by `npx leadwright types`. Do not edit.
import type { MailButton } from './mails/button.ts'
import type { MailHeading } from './mails/heading.ts'
import type { MailList } from './mails/list.ts'
import type { MailText } from './mails/text.ts'

/**
 * A part of a mail; its kind decides its other properties.
 */
export type MailBlock = MailButton | MailHeading | MailList | MailText
