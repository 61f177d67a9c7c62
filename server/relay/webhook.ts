import { Webhook } from 'standardwebhooks'
import type { Outbound, OutboundAnswer } from './outbound.ts'

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

/** Posts a message signed per Standard Webhooks (https://www.standardwebhooks.com). */
export async function postWebhook(outbound: Outbound, message: WebhookMessage): Promise<OutboundAnswer> {
  const signature = sign(message)
  if (signature === null) return { ok: false, reason: 'The signing secret is not whsec_ and base64.' }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Leadwright',
    'webhook-id': message.id,
    'webhook-timestamp': String(Math.floor(message.sentAt / 1000)),
    'webhook-signature': signature,
  }
  return outbound.post(message.url, { headers, body: message.payload, timeoutMs: message.timeoutMs })
}

/** The package throws on a secret it cannot decode, which is the operator's slip rather than a bug. */
function sign({ id, secret, payload, sentAt }: WebhookMessage): string | null {
  try {
    return new Webhook(secret).sign(id, new Date(sentAt), payload)
  } catch {
    return null
  }
}
