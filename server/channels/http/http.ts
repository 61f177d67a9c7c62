import type { HttpDelivery } from '#schemas/generated/deliveries/http.ts'
import { failed } from '#server/leads'
import { type DeliveryKind, waitsFor } from '../channel.ts'
import { withdrawalPayload, withdrawalRequest } from '../withdrawal.ts'
import { clientOf, withToken } from './access-token.ts'
import { callAddress } from './call-address.ts'
import { credentialsOf, lackingFor, ownHeaders } from './credentials.ts'
import { formBody } from './form-body.ts'
import { judgeReply } from './judge-reply.ts'
import { mostReplyBytes } from './most-reply-bytes.ts'

/** A call of the partner's own API: the lead as the partner's map has it, and nothing around it. */
export const http: DeliveryKind<HttpDelivery> = {
  payload: ({ lead }) => JSON.stringify(lead.data),
  unsubscribed: withdrawalPayload,

  lacks: lackingFor,

  async send(claimed, definition, { secrets, outbound, now, timeoutMs }) {
    const [lack] = lackingFor(definition, secrets)
    if (lack) return waitsFor(lack)
    const { messageId, payload, topic } = claimed
    const credentials = credentialsOf(definition, secrets)
    const isWithdrawal = topic === 'unsubscribe-notice'
    const request = isWithdrawal
      ? withdrawalRequest(definition, claimed, credentials.query)
      : leadRequest(definition, payload, credentials.query)
    if (!request.ok) return failed(request.error)
    const { href, method, data } = request
    const own = { ...usualHeaders(definition, messageId), ...ownHeaders(definition, secrets), ...credentials.headers }
    const body = definition.body === 'form' ? formBody(data) : JSON.stringify(data)
    const timeLeft = countdown(timeoutMs)
    const call = (more: Record<string, string> = {}) => {
      const headers = { ...own, ...more }
      const limits = { timeoutMs: timeLeft(), mostBytes: mostReplyBytes }
      return outbound.call(href, { method, headers, body, ...limits })
    }
    const { oauth2 } = definition.authorization ?? {}
    const answer = oauth2
      ? await withToken(clientOf(oauth2, secrets), { outbound, now, timeLeft }, (token) =>
          call({ authorization: `Bearer ${token}` }),
        )
      : await call()
    // What the partner says of leads it need not say of withdrawals.
    return judgeReply(answer, isWithdrawal ? {} : definition)
  },
}

function leadRequest(definition: HttpDelivery, payload: string, query: Readonly<Record<string, string>>) {
  const data = JSON.parse(payload) as Record<string, unknown>
  const address = callAddress(definition, data, query)
  return address.ok ? { ...address, method: definition.method ?? ('POST' as const), data } : address
}

/** A try may take several calls, and no longer than one: its claim of the delivery ends. */
function countdown(ms: number): () => number {
  const end = performance.now() + ms
  return () => Math.max(1, Math.ceil(end - performance.now()))
}

function usualHeaders({ body }: HttpDelivery, messageId: string): Record<string, string> {
  return {
    'content-type': body === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
    accept: 'application/json, text/plain;q=0.9, */*;q=0.8',
    'user-agent': 'Leadwright',
    'idempotency-key': messageId,
  }
}
