import type { MailDefinition } from '#schemas/generated/mail.ts'
import type { MailButton } from '#schemas/generated/mails/button.ts'

/** What the link of a mail's button does; undefined for one that leads to a page, and where there is none. */
export function buttonTo({ blocks }: MailDefinition): MailButton['to'] {
  const button = Object.values(blocks).find((block) => block.kind === 'button')
  return button?.page === undefined ? button?.to : undefined
}
