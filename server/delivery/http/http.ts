import type { HttpDelivery } from '#schemas/generated/deliveries/http.ts'
import { type DeliveryKind, failed, waitsFor } from '../delivery-kind.ts'
import { clientOf, withToken } from './access-token.ts'
import { callAddress } from './call-address.ts'
import { credentialsOf, lackingFor, ownHeaders } from './credentials.ts'
import { formBody } from './form-body.ts'
import { judgeReply } from './judge-reply.ts'
import { mostReplyBytes } from './most-reply-bytes.ts'

/** A call of the partner's own API: the lead as the partner's map has it, and nothing around it. */
export const http: DeliveryKind<HttpDelivery> = {
  payload: ({ lead }) => JSON.stringify(lead.data),

  lacks: lackingFor,

  async send({ messageId, payload }, definition, { secrets, outbound, now, timeoutMs }) {
    const [lack] = lackingFor(definition, secrets)
    if (lack) return waitsFor(lack)
    const { method = 'POST' } = definition
    const data = JSON.parse(payload) as Record<string, unknown>
    const credentials = credentialsOf(definition, secrets)
    const address = callAddress(definition, data, credentials.query)
    if (!address.ok) return failed(address.error)
    const own = { ...usualHeaders(definition, messageId), ...ownHeaders(definition, secrets), ...credentials.headers }
    const body = definition.body === 'form' ? formBody(data) : payload
    const timeLeft = countdown(timeoutMs)
    const call = (more: Record<string, string> = {}) => {
      const headers = { ...own, ...more }
      const limits = { timeoutMs: timeLeft(), mostBytes: mostReplyBytes }
      return outbound.call(address.href, { method, headers, body, ...limits })
    }
    const { oauth2 } = definition.authorization ?? {}
    const answer = oauth2
      ? await withToken(clientOf(oauth2, secrets), { outbound, now, timeLeft }, (token) =>
          call({ authorization: `Bearer ${token}` }),
        )
      : await call()
    return judgeReply(answer, definition)
  },
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
