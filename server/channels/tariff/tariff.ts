import { relevantAnswers, tariffOffers } from '#engine/form/tariff'
import type { TariffDelivery } from '#schemas/generated/deliveries/tariff.ts'
import { type DeliveryKind, failed } from '../channel.ts'

/** Computes offers from a partner's tariff table. Nothing leaves the server. */
export const tariff: DeliveryKind<TariffDelivery> = {
  isImmediate: true,

  payload: ({ answers }, definition) => JSON.stringify(relevantAnswers(definition, answers)),

  async send({ payload }, definition, { tariffs }) {
    const table = tariffs().get(definition.table)
    // An operator can add it, so it is retried like an outage.
    if (!table) return failed(`The definitions lack the tariff table "${definition.table}".`)
    const offers = tariffOffers(definition, table, JSON.parse(payload))
    return { kind: 'delivered', reply: { ok: true, json: { offers } } }
  },
}
