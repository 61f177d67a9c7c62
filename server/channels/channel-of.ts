import type { DeliveryDefinition } from '#schemas/generated/delivery.ts'
import type { DeliveryKind } from './channel.ts'
import { deliveryKinds } from './channels.ts'

/** How a delivery is made: it takes this definition, being of its kind. */
export function kindOf({ kind }: DeliveryDefinition): DeliveryKind {
  return deliveryKinds[kind]
}
