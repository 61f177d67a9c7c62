// Generated from schemas/withdrawal.schema.json by `npx leadwright types`. Do not edit.

/**
 * The request that notifies the partner that a person has unsubscribed or had the lead erased. {names} are filled in: externalId (the partner's id of the lead), id (your id), email, form, locale, withdrawnAt. After an erasure there is no email.
 */
export interface WithdrawalRequest {
  /**
   * POST by default.
   */
  method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /**
   * The path at the partner's host, such as /v1/leads/{externalId}/withdrawal.
   */
  path: string
  /**
   * The properties sent: name → text with {names}. Properties without a value are omitted.
   */
  map?: {
    [k: string]: string
  }
}
