import type { DeliveryDefinition } from '#schemas/generated/delivery.ts'
import type { DeliveryKind } from './delivery-kind.ts'
import { deliveryKinds } from './delivery-kinds.ts'

/** How a delivery is made: it takes this definition, being of its kind. */
export function kindOf({ kind }: DeliveryDefinition): DeliveryKind {
  return deliveryKinds[kind]
}
