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
   * The URL that receives the POST request.
   */
  url: string
  secretVariable: Variable
}
