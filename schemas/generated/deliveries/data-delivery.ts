// Generated from schemas/deliveries/data-delivery.schema.json by `npx leadwright types`. Do not edit.
import type { Variable } from '../variable.ts'
import type { WithdrawalRequest } from '../withdrawal.ts'

/**
 * The e-mail-marketing provider's call.
 */
export interface DataDelivery {
  /**
   * data-delivery
   */
  kind: 'data-delivery'
  /**
   * The provider's address, before /api/v1/lead/data_delivery.
   */
  url: string
  /**
   * The environment variables that hold the provider's campaign keys: language → variable, and default for all other languages.
   */
  keyVariables: {
    default: Variable
    [k: string]: Variable
  }
  /**
   * Your partner_id at the provider.
   */
  partnerId: string
  unsubscribed?: WithdrawalRequest
}
