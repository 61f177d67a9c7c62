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
   * Only where a lead goes to an e-mail-marketing provider: whether the provider took it at the first try. false: it is stored, and is tried again.
   */
  delivered?: boolean
  /**
   * Only true, and only where a page's form looks filled by a program: it is stored, and passed on to nobody until an operator approves it.
   */
  held?: boolean
  /**
   * Only where the form leads to another site: the whole address, with the lead's id where the form says so.
   */
  redirect?: string
  /**
   * Only to a client on the server's own machine, whose lead is a test although it did not say so: phone, as a phone number in it is reserved for fiction; draft, as it answers a draft.
   */
  test?: 'phone' | 'draft'
  /**
   * The hash of the definition the answers were checked against.
   */
  definition: string
}
