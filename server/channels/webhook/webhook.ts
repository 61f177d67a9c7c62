import type { WebhookDelivery } from '#schemas/generated/deliveries/webhook.ts'
import { type DeliveryKind, judge, type Lack, unset, waitsFor } from '../channel.ts'
import { isSigningSecret, postWebhook } from './post-signed.ts'

/** Pushed as JSON, signed per Standard Webhooks. */
export const webhook: DeliveryKind<WebhookDelivery> = {
  // The envelope of Standard Webhooks: type, timestamp, data.
  payload: ({ lead }) => JSON.stringify({ type: 'lead.created', timestamp: lead.receivedAt, data: lead }),
  unsubscribed: ({ lead }) => JSON.stringify({ type: 'lead.unsubscribed', timestamp: lead.unsubscribedAt, data: lead }),

  lacks: ({ secretVariable }, secrets) => lacks(secretVariable, secrets(secretVariable) ?? ''),

  async send({ messageId: id, payload }, { url, secretVariable }, { secrets, outbound, now, timeoutMs }) {
    const secret = secrets(secretVariable) ?? ''
    const [lack] = lacks(secretVariable, secret)
    if (lack) return waitsFor(lack)
    return judge(await postWebhook(outbound, { id, payload, url, secret, sentAt: now(), timeoutMs }))
  },
}

function lacks(variable: string, secret: string): Lack[] {
  if (secret === '') return [unset(variable)]
  return isSigningSecret(secret) ? [] : [{ variable, lack: 'is not whsec_ and base64' }]
}
