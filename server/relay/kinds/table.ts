import type { DeliveryDefinition } from '#schemas/generated/partner.ts'
import { dataDelivery } from './data-delivery.ts'
import { email } from './email.ts'
import type { DeliveryKind } from './kind.ts'
import { webhook } from './webhook.ts'

/** Every way to deliver, by the `kind` of a delivery. */
export const deliveryKinds: Readonly<Record<DeliveryDefinition['kind'], DeliveryKind>> = {
  webhook,
  'data-delivery': dataDelivery,
  email,
  pull: { payload: ({ lead }) => JSON.stringify(lead) },
}
