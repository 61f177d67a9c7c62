import { Webhook } from 'standardwebhooks'
import type { WebhookDelivery } from '#schemas/generated/deliveries/webhook.ts'
import type { Outbound, OutboundAnswer } from '#server/outbound'
import { type DeliveryKind, judge, type MissingSecret, unset, waitsFor } from '../channel.ts'

/** Pushed as JSON, signed per Standard Webhooks. */
export const webhook: DeliveryKind<WebhookDelivery> = {
  // The envelope of Standard Webhooks: type, timestamp, data.
  payload: ({ lead }) => JSON.stringify({ type: 'lead.created', timestamp: lead.receivedAt, data: lead }),
  chosen: (choice) => JSON.stringify({ type: 'offer.chosen', timestamp: choice.chosenAt, data: choice }),
  unsubscribed: ({ lead }) => JSON.stringify({ type: 'lead.unsubscribed', timestamp: lead.unsubscribedAt, data: lead }),

  missingSecrets: ({ secretVariable }, secrets) => missingSecrets(secretVariable, secrets(secretVariable) ?? ''),

  async send({ messageId: id, payload }, { url, secretVariable }, { secrets, outbound, now, timeoutMs }) {
    const secret = secrets(secretVariable) ?? ''
    const [lack] = missingSecrets(secretVariable, secret)
    if (lack) return waitsFor(lack)
    return judge(await postWebhook(outbound, { id, payload, url, secret, sentAt: now(), timeoutMs }))
  },
}

function missingSecrets(variable: string, secret: string): MissingSecret[] {
  if (secret === '') return [unset(variable)]
  return isSigningSecret(secret) ? [] : [{ variable, lack: 'is not whsec_ followed by base64' }]
}

/** One attempt at a webhook. `id` is the same at every attempt, and so is `payload`, byte for byte. */
interface WebhookMessage {
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
async function postWebhook(outbound: Outbound, message: WebhookMessage): Promise<OutboundAnswer> {
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
function isSigningSecret(secret: string): boolean {
  try {
    new Webhook(secret)
    return true
  } catch {
    return false
  }
}
