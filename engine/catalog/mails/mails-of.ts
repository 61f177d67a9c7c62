import type { FormDefinition } from '#schemas/generated/form.ts'

/** The mail that is sent to whoever asks to unsubscribe, and has the link in it. */
export const unsubscribeLink = 'unsubscribe-link'

/** The mails that go to those who fill in a form, by id. */
export function mailsOf(form: FormDefinition): string[] {
  const found = [form, ...Object.values(form.localeRules ?? {})].flatMap(({ receipt, subscription, reminder }) => [
    receipt?.mail,
    reminder?.mail,
    ...(subscription ? [subscription.confirm, unsubscribeLink] : []),
  ])
  return found.filter((id) => typeof id === 'string')
}
