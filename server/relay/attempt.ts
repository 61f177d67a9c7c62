import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import type { ClaimedDelivery } from './claim.ts'
import type { Outbound, OutboundAnswer } from './outbound.ts'
import { postWebhook } from './webhook.ts'

/** How one try went. `gone`: the partner wants no more of it; `failed`: worth another try. */
export type AttemptOutcome =
  | { kind: 'delivered' }
  | { kind: 'gone'; error: string }
  | { kind: 'failed'; error: string; retryAfter: string | null }

/** What a try needs to know and reach. */
export interface AttemptContext {
  partners: () => Record<string, PartnerDefinition>
  /** Reads a secret by the name of its variable. */
  secrets: (variable: string) => string | undefined
  outbound: Outbound
  now: () => number
  timeoutMs: number
}

/** Tries a webhook once, as the definitions have it now. */
export async function attempt(claimed: ClaimedDelivery, context: AttemptContext): Promise<AttemptOutcome> {
  const definition = context.partners()[claimed.partner]?.deliveries[claimed.delivery]
  const name = `${claimed.partner}/${claimed.delivery}`
  // An operator can mend all of these, so they are retried like an outage.
  if (!definition) return failed(`The definitions do not have the delivery ${name}.`)
  if (definition.kind !== 'webhook' || !definition.url) return failed(`The delivery ${name} has no webhook URL.`)
  if (!definition.secretVariable) return failed(`The delivery ${name} names no secretVariable.`)
  const secret = context.secrets(definition.secretVariable)
  if (!secret) return failed(`The variable ${definition.secretVariable} is not set.`)
  const { id, payload } = claimed
  const { timeoutMs } = context
  return judge(
    await postWebhook(context.outbound, { id, payload, url: definition.url, secret, sentAt: context.now(), timeoutMs }),
  )
}

/** Standard Webhooks: 2xx is success, 410 asks to stop, all else, redirects included, is a failure. */
function judge(answer: OutboundAnswer): AttemptOutcome {
  if (!answer.ok) return failed(answer.reason)
  const { status, retryAfter } = answer
  if (status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 410) return { kind: 'gone', error: 'The partner answered 410 (Gone).' }
  const redirect = status >= 300 && status < 400
  return failed(`The partner answered ${status}${redirect ? '; redirects are not followed' : ''}.`, retryAfter)
}

function failed(error: string, retryAfter: string | null = null): AttemptOutcome {
  return { kind: 'failed', error, retryAfter }
}
