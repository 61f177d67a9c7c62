// Generated from schemas/delivery.schema.json by `npx leadwright types`. Do not edit.
import type { DataDelivery } from './deliveries/data-delivery.ts'
import type { EmailDelivery } from './deliveries/email.ts'
import type { HttpDelivery } from './deliveries/http.ts'
import type { PullDelivery } from './deliveries/pull.ts'
import type { TariffDelivery } from './deliveries/tariff.ts'
import type { WebhookDelivery } from './deliveries/webhook.ts'

/**
 * A way to deliver leads to a partner; its kind decides its other properties.
 */
export type DeliveryDefinition =
  DataDelivery | EmailDelivery | HttpDelivery | PullDelivery | TariffDelivery | WebhookDelivery
