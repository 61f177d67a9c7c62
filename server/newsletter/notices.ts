import { isTree } from '#engine/core/definition/merge-patch.ts'
import { mapLead } from '#engine/core/lead/partner-map.ts'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { kindOf } from '../delivery/kind-of.ts'
import { laterBy, type NewMessage, wayOf } from '../outbox/message.ts'

/** A lead whose person unsubscribes, as it is stored. */
export interface LeftLead {
  id: string
  form: string
  locale: string
  brand: string
  page: string | null
  receivedAt: string
  test: boolean
  answers: Parameters<typeof mapLead>[1]['answers']
  attribution: Readonly<Record<string, string>>
  /** The form's title. */
  title: string
  /** null once the lead is erased. */
  address: string | null
}

/** A delivery of a lead, and what its partner is told if it had that. */
export interface Notice {
  of: { partner: string; delivery: string }
  message: NewMessage
}

/**
 * What partners are told, by the ways that they get leads; those by which nothing can be told are left out.
 * @param deliveries of the lead, by whatever definitions there were when it came
 * @param unsubscribedAt ISO 8601
 */
export function noticesOf(
  partners: Readonly<Record<string, PartnerDefinition>>,
  lead: LeftLead,
  deliveries: readonly { partner: string; delivery: string }[],
  unsubscribedAt: string,
): Notice[] {
  const { id, form, locale, receivedAt, test, title, address } = lead
  return deliveries.flatMap(({ partner, delivery }): Notice[] => {
    const definition = partners[partner]
    const way = definition?.deliveries[delivery]
    // What is no delivery of the lead itself is none of the definitions' either.
    if (!definition || !way || wayOf(delivery) !== delivery) return []
    const data = addressIn(mapLead(definition.map, { ...lead, consents: [] }), address) ?? {}
    const told = { event: 'unsubscribed' as const, id, form, locale, receivedAt, unsubscribedAt, test, data }
    const payload = kindOf(way).unsubscribed?.({ lead: told, title, address })
    if (payload === undefined) return []
    return [
      {
        of: { partner, delivery },
        message: { partner, delivery: laterBy(delivery, 'unsubscribed'), kind: way.kind, payload },
      },
    ]
  })
}

/** Of a partner's lead what says the address, under the names that it has there; undefined where nothing does. */
function addressIn(data: unknown, address: string | null): Record<string, unknown> | undefined {
  if (address === null || !isTree(data)) return undefined
  const found = Object.entries(data).flatMap(([name, value]): [string, unknown][] => {
    if (typeof value === 'string') return value.toLowerCase() === address.toLowerCase() ? [[name, value]] : []
    const inner = addressIn(value, address)
    return inner ? [[name, inner]] : []
  })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}
