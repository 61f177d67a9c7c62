// Generated from schemas/withdrawal.schema.json by `npx leadwright types`. Do not edit.

/**
 * The request that tells the partner that a person has unsubscribed, or had the lead erased. {names} are filled: externalId (the partner's own id of the lead), id (ours), email, form, locale, withdrawnAt. After an erasure there is no email.
 */
export interface WithdrawalRequest {
  /**
   * POST when left out.
   */
  method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /**
   * The path at the partner's host, such as /v1/leads/{externalId}/withdrawal.
   */
  path: string
  /**
   * What is sent: name → text with {names}. What there is nothing for is left out.
   */
  map?: {
    [k: string]: string
  }
}
