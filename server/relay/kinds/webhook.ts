import { isSigningSecret, postWebhook } from '../webhook.ts'
import { type DeliveryKind, failed, judge, waitsFor } from './kind.ts'

/** Pushed as JSON, signed per Standard Webhooks. */
export const webhook: DeliveryKind = {
  // The envelope of Standard Webhooks: type, timestamp, data.
  payload: ({ lead }) => JSON.stringify({ type: 'lead.created', timestamp: lead.receivedAt, data: lead }),

  async send({ messageId: id, payload }, { url, secretVariable }, { secrets, outbound, now, timeoutMs }) {
    if (!url || !secretVariable) return failed('The webhook has no URL or names no secretVariable.')
    const secret = secrets(secretVariable)
    if (!secret) return waitsFor(secretVariable)
    if (!isSigningSecret(secret)) return waitsFor(secretVariable, 'is not whsec_ and base64')
    return judge(await postWebhook(outbound, { id, payload, url, secret, sentAt: now(), timeoutMs }))
  },
}
