import type { CookieConsent } from '#schemas/generated/api/cookie-consent.ts'
import { type Choice, choiceMade, forgetChoice, keepChoice } from './choice.ts'

/** How long the record of a choice may take, in ms, before it is left to the next page. */
const patience = 5000

/** Has a choice recorded, as its proof. What does not arrive is sent again by the next page: it counts only once. */
export async function record(choice: Choice): Promise<void> {
  const { consentId: id, categories, languageCode: locale, data } = choice
  if (!data) return
  const consent: CookieConsent = {
    ...{ id, number: data.number, action: data.action, locale, text: data.text },
    categories: categories.filter((category) => category !== 'necessary') as CookieConsent['categories'],
  }
  const reply = await fetch('/api/v1/cookie-consents', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(consent),
    keepalive: true,
    signal: AbortSignal.timeout(patience),
  }).catch(() => null)
  // Another choice may have been made meanwhile.
  if (choiceMade(choice.revision)?.data?.number !== data.number) return
  if (reply?.ok) keepChoice({ ...choice, data: { ...data, isKept: true } })
  // The text is another now, and nobody can prove what this visitor read.
  else if (reply?.status === 409) forgetChoice(choice)
}
