import { Webhook } from 'standardwebhooks'
import type { Outbound, OutboundAnswer } from '#server/outbound'

/** One attempt at a webhook. `id` is the same at every attempt, and so is `payload`, byte for byte. */
export interface WebhookMessage {
  id: string
  url: string
  /** `whsec_` and base64, as Standard Webhooks has it. */
  secret: string
  payload: string
  /** Milliseconds since the epoch. */
  sentAt: number
  timeoutMs: number
}

/** Posts a message signed per Standard Webhooks (https://www.standardwebhooks.com). Throws on a secret that is none. */
export async function postWebhook(outbound: Outbound, message: WebhookMessage): Promise<OutboundAnswer> {
  const { id, secret, payload, sentAt } = message
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Leadwright',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, new Date(sentAt), payload),
  }
  return outbound.post(message.url, { headers, body: payload, timeoutMs: message.timeoutMs })
}

/** Whether messages can be signed with it: the package throws on what it cannot decode. */
export function isSigningSecret(secret: string): boolean {
  try {
    new Webhook(secret)
    return true
  } catch {
    return false
  }
}
