import type { DeliveryDefinition } from '#schemas/generated/partner.ts'
import { dataDelivery } from './data-delivery/data-delivery.ts'
import type { DeliveryKind } from './delivery-kind.ts'
import { email } from './email/email.ts'
import { webhook } from './webhook/webhook.ts'

/** Every way to deliver, by the `kind` of a delivery. */
export const deliveryKinds: Readonly<Record<DeliveryDefinition['kind'], DeliveryKind>> = {
  webhook,
  'data-delivery': dataDelivery,
  email,
  pull: { payload: ({ lead }) => JSON.stringify(lead) },
}
