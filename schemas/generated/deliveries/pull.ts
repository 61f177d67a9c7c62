// Generated from schemas/deliveries/pull.schema.json by `npx leadwright types`. Do not edit.

/**
 * Read by the partner at GET /api/v1/leads.
 */
export interface PullDelivery {
  /**
   * pull
   */
  kind: 'pull'
}
