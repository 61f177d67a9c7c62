import type { LeadRecord } from '#server/leads'
import type { Row } from '#server/storage'

/** Columns that hold JSON as text. */
const json = ['answers', 'attribution', 'payload']

/** All that is stored about one lead as one object, for its person or another program: no JSON within JSON. */
export function personData({ lead, consents, routings, deliveries, subscription }: LeadRecord): object {
  return {
    ...readable(lead),
    consents: consents.map(readable),
    routings: routings.map(readable),
    deliveries: deliveries.map(readable),
    ...(subscription && { subscription: readable(subscription) }),
  }
}

function readable(row: Row): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) =>
      json.includes(name) && value !== null && value !== '' ? [name, JSON.parse(String(value))] : [name, value],
    ),
  )
}
