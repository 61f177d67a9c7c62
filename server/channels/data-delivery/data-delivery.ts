import type { DataDelivery } from '#schemas/generated/deliveries/data-delivery.ts'
import { type DeliveryKind, failed, judge, unset, waitsFor } from '../channel.ts'
import { followUpRequest, withdrawalPayload } from '../follow-up.ts'

/** What an e-mail-marketing provider takes at /api/v1/lead/data_delivery, and the language that chooses its key. */
interface Payload {
  locale: string
  body: {
    email: unknown
    /** The address that the visitor signed up from. */
    soi_ip: string | null
    /** Unix seconds. */
    soi_time: number
    /** The label of the site's domain. */
    info_field_2: string
  }
}

export const dataDelivery: DeliveryKind<DataDelivery> = {
  isAwaited: true,

  payload({ lead: { locale, receivedAt, data }, ip, site }) {
    const soi_time = Math.floor(Date.parse(receivedAt) / 1000)
    return JSON.stringify({ locale, body: { email: data.email, soi_ip: ip, soi_time, info_field_2: site } } as Payload)
  },

  unsubscribed: withdrawalPayload,

  missingSecrets: ({ keyVariables }, secrets) =>
    [...new Set(Object.values(keyVariables))].filter((variable) => !secrets(variable)).map(unset),

  async send(claimed, definition, { secrets, outbound, timeoutMs }) {
    const { messageId, payload, topic } = claimed
    const { url, keyVariables, partnerId } = definition
    const { locale, body } = JSON.parse(payload) as Payload
    const variable = keyVariables[locale] ?? keyVariables.default
    const key = secrets(variable)
    if (!key) return waitsFor(unset(variable))
    const credentials = { api_key: key, partner_id: partnerId }
    if (topic === 'unsubscribe-notice') {
      const request = followUpRequest(definition.url, 'unsubscribed', definition.unsubscribed, claimed, credentials)
      if (!request.ok) return failed(request.error)
      const sent = { headers: headersOf(messageId), body: JSON.stringify(request.data), timeoutMs, mostBytes: 0 }
      return judge(await outbound.call(request.href, { method: request.method, ...sent }))
    }
    const address = new URL(`${url.replace(/\/$/, '')}/api/v1/lead/data_delivery`)
    address.search = new URLSearchParams(credentials).toString()
    const answer = await outbound.post(address.href, {
      headers: headersOf(messageId),
      body: JSON.stringify(body),
      timeoutMs,
    })
    return judge(answer, (status) => status === 200)
  },
}

function headersOf(messageId: string): Record<string, string> {
  return { 'content-type': 'application/json', 'user-agent': 'Leadwright', 'idempotency-key': messageId }
}
