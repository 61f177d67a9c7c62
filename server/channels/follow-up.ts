import type { AskedOffers, ChosenRequest } from '#schemas/generated/asked-offers.ts'
import type { WithdrawalRequest } from '#schemas/generated/withdrawal.ts'
import type { OutgoingChoice, OutgoingUnsubscription } from './channel.ts'
import { callAddress, fillText } from './http/call-address.ts'

/** What a withdrawal can name, as it is frozen when the person withdraws. */
interface Withdrawal {
  id: string
  form: string
  locale: string
  withdrawnAt: string
  /** Left out when the lead is erased. */
  email?: string
}

/** What is kept of a withdrawal until it is sent; null where the definition has no request for it. */
export function withdrawalPayload(
  { lead: { id, form, locale, unsubscribedAt }, address }: OutgoingUnsubscription,
  { unsubscribed }: { unsubscribed?: WithdrawalRequest },
): string | null {
  if (!unsubscribed) return null
  const withdrawal: Withdrawal = {
    id,
    form,
    locale,
    withdrawnAt: unsubscribedAt,
    ...(address !== null && { email: address }),
  }
  return JSON.stringify(withdrawal)
}

/** What is kept of a choice until it is sent; null where the definition has no request for it. */
export function choicePayload(choice: OutgoingChoice, { offers }: { offers?: AskedOffers }): string | null {
  return offers?.chosen ? JSON.stringify(choice) : null
}

/**
 * A request about a lead that the partner has, filled, or a sentence that says why it cannot be made.
 * @param key where the delivery's definition has the request
 */
export function followUpRequest(
  url: string,
  key: 'unsubscribed' | 'chosen',
  request: WithdrawalRequest | ChosenRequest | undefined,
  { payload, externalId }: { payload: string; externalId: string | null },
  query: Readonly<Record<string, string>>,
):
  | { ok: true; href: string; method: NonNullable<WithdrawalRequest['method']>; data: Record<string, string> }
  | { ok: false; error: string } {
  if (!request) return { ok: false, error: `The delivery no longer has a "${key}" request.` }
  const { path, method = 'POST', map = {} } = request
  const known = {
    ...(JSON.parse(payload) as Withdrawal | OutgoingChoice),
    ...(externalId !== null && { externalId }),
  }
  // The address of leads may hold names in its path, and none in its host.
  const address = callAddress({ url: `${/^https?:\/\/[^/]+/.exec(url)?.[0] ?? url}${path}` }, known, query)
  if (!address.ok) return address
  const filled = Object.entries(map).map(([name, text]): [string, string] => [name, fillText(text, known)])
  return { ok: true, href: address.href, method, data: Object.fromEntries(filled.filter(([, text]) => text !== '')) }
}
