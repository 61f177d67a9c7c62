import { mapLead } from '#engine/form/lead'
import { isTree } from '#engine/form/model'
import type { Catalog } from '#engine/site'
import { kindOf } from '#server/channels'
import type { DescribeNotices } from '#server/leads'
import { emailIn } from './email-in.ts'

/**
 * What partners are told of a withdrawn lead, by the deliveries that they got it by. A delivery that has no request for it,
 * or is not in the definitions any more, makes a notice that an operator passes on.
 */
export function noticesBy(catalog: () => Catalog): DescribeNotices {
  return ({ lead: row, deliveries }, isTheirs, unsubscribedAt) => {
    const { partners, form: formOf } = catalog()
    const lead = {
      ...{ id: String(row.id), form: String(row.form), locale: String(row.locale), brand: String(row.brand) },
      ...{ receivedAt: String(row.received_at), test: row.test === 1 },
      page: row.page === null || row.page === undefined ? null : String(row.page),
      answers: JSON.parse(String(row.answers)) as Parameters<typeof mapLead>[1]['answers'],
      attribution: JSON.parse(String(row.attribution)) as Readonly<Record<string, string>>,
    }
    const { id, form, locale, receivedAt, test } = lead
    const title = formOf(form, locale)?.form.title ?? form
    const address = emailIn(lead.answers, isTheirs)
    return deliveries.map(({ partner, delivery }) => {
      const known = partners[partner]
      const definition = known?.deliveries[delivery]
      const withdrawn = (of: string | null) => {
        const data = (known && addressIn(mapLead(known.map, { ...lead, consents: [] }), of)) ?? {}
        return { event: 'unsubscribed' as const, id, form, locale, receivedAt, unsubscribedAt, test, data }
      }
      const payload = (of: string | null) =>
        definition
          ? (kindOf(definition).unsubscribed?.({ lead: withdrawn(of), title, address: of }, definition) ?? null)
          : null
      const [full, bare] = [payload(address), payload(null)]
      if (definition && full !== null && bare !== null)
        return { partner, delivery, kind: definition.kind, payload: full, bare }
      const byHand = (of: string | null) => JSON.stringify(withdrawn(of))
      return { partner, delivery, kind: 'manual', payload: byHand(address), bare: byHand(null) }
    })
  }
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
