import type { PullDelivery } from '#schemas/generated/deliveries/pull.ts'
import type { DeliveryKind } from '../channel.ts'

/** Waits until the partner reads it: nothing is sent. */
export const pull: DeliveryKind<PullDelivery> = {
  payload: ({ lead }) => JSON.stringify(lead),
  unsubscribed: ({ lead }) => JSON.stringify(lead),
}
