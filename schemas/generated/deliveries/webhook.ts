// Generated from schemas/deliveries/webhook.schema.json by `npx leadwright types`. Do not edit.
import type { Variable } from '../variable.ts'

/**
 * Pushed as JSON, signed per Standard Webhooks.
 */
export interface WebhookDelivery {
  /**
   * webhook
   */
  kind: 'webhook'
  /**
   * Where it is posted to.
   */
  url: string
  secretVariable: Variable
}
