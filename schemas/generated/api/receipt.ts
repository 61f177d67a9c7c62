// Generated from schemas/api/receipt.schema.json by `npx leadwright types`. Do not edit.

/**
 * The response to a submission that is stored durably.
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
   * Only if the lead goes to an e-mail-marketing provider: whether the provider accepted it on the first attempt. false: the lead is stored and delivery is retried.
   */
  delivered?: boolean
  /**
   * Only true, and only if the form appears to have been filled in by a program: the lead is stored and not delivered until an operator approves it.
   */
  held?: boolean
  /**
   * Only if the form redirects to another site: the full address, including the lead's id if the form requests it.
   */
  redirect?: string
  /**
   * Only if the form shows offers: the path of the page with them, on the host that the lead was sent to. Anybody who has it sees the offers for 30 days.
   */
  results?: string
  /**
   * Only for a client on the server's own machine whose lead became a test automatically: phone, because it contains a phone number reserved for fiction; draft, because it answers a draft.
   */
  test?: 'phone' | 'draft'
  /**
   * The hash of the definition the answers were checked against.
   */
  definition: string
}
