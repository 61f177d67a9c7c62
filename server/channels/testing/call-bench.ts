import { onTestFinished } from 'vitest'
import type { HttpDelivery } from '#schemas/generated/deliveries/http.ts'
import type { AttemptOutcome } from '../../leads/deliveries.ts'
import { createOutbound } from '../../outbound/outbound.ts'
import { attempt } from '../../relay/relay.ts'
import { noReceipts } from '../../relay/testing/relay-bench.ts'
import type { SendContext } from '../channel.ts'

/** Tries a delivery of the kind http, each time as the relay does. */
export function callBench(secrets: Record<string, string> = {}) {
  const outbound = createOutbound({ allow: ['127.0.0.0/8'] })
  onTestFinished(() => outbound.close())
  const clock = { now: Date.now() }
  return {
    clock,
    tryOnce(definition: HttpDelivery, data: object = {}, changes: Partial<SendContext> = {}): Promise<AttemptOutcome> {
      const partners = { p: { name: 'p', filters: [{ form: 'home' }], deliveries: { api: definition } } }
      const delivery = {
        id: 'd-1',
        subject: 'lead-1',
        partner: 'p',
        delivery: 'api',
        kind: 'http',
        topic: 'lead',
      } as const
      const claimed = {
        ...delivery,
        replay: 0,
        payload: JSON.stringify(data),
        attempt: 1,
        leaseUntil: 0,
        isTest: false,
        externalId: null,
      }
      const context = {
        outbound,
        mailer: null,
        tariffs: () => new Map(),
        now: () => clock.now,
        timeoutMs: 5000,
        ...changes,
      }
      const reach = {
        ...{ partners: () => partners, writeDeferred: noReceipts, secrets: (name: string) => secrets[name] },
        hash: (_: string, text: string) => text,
      }
      return attempt(claimed, { ...reach, ...context })
    },
  }
}
