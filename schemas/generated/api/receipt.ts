// Generated from schemas/api/receipt.schema.json by `npx leadwright types`. Do not edit.

/**
 * The answer to a submission that is stored durably.
 */
export interface Receipt {
  /**
   * The lead's id, a UUID version 7.
   */
  id: string
  /**
   * When the lead was stored.
   */
  receivedAt: string
  /**
   * The hash of the definition the answers were checked against.
   */
  definition: string
}
