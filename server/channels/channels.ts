// Generated from the files of this folder by `npx leadwright types`. Do not edit.
import type { DeliveryKinds } from './channel.ts'
import { dataDelivery } from './data-delivery/data-delivery.ts'
import { email } from './email/email.ts'
import { http } from './http/http.ts'
import { pull } from './pull/pull.ts'
import { tariff } from './tariff/tariff.ts'
import { webhook } from './webhook/webhook.ts'

/** Every way to deliver, by the `kind` of a delivery. */
export const deliveryKinds: DeliveryKinds = {
  'data-delivery': dataDelivery,
  email,
  http,
  pull,
  tariff,
  webhook,
}
