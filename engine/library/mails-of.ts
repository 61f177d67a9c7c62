import type { FormDefinition } from '#schemas/generated/form.ts'

/** The mail that is sent to whoever asks to unsubscribe, and has the link in it. */
export const unsubscribeLink = 'unsubscribe-link'

/** The mail that asks those to confirm who have unsubscribed before, where sending the form is enough for everybody else. */
export const confirmAgain = 'confirm-subscription'

/** The mails that go to those who fill in a form, by id. */
export function mailsOf(form: FormDefinition): string[] {
  const found = [form, ...Object.values(form.localeRules ?? {})].flatMap(
    ({ receipt, subscription, reminder, goOnLater }) => [
      receipt?.mail,
      reminder?.mail,
      goOnLater?.mail,
      ...(subscription ? [subscription.confirm ?? confirmAgain, unsubscribeLink] : []),
    ],
  )
  return found.filter((id) => typeof id === 'string')
}
