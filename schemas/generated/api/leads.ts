// Generated from schemas/api/leads.schema.json by `npx leadwright types`. Do not edit.

/**
 * A page of a partner's leads, oldest first.
 */
export interface LeadPage {
  leads: PartnerLead[]
  /**
   * The cursor to pass as ?after= next time. It stays the same while there is nothing new.
   */
  next: string
}
/**
 * A lead as a partner gets it, pulled or pushed.
 */
export interface PartnerLead {
  /**
   * The lead's id.
   */
  id: string
  /**
   * The form's id.
   */
  form: string
  /**
   * The visitor's language.
   */
  locale: string
  /**
   * When the lead was stored.
   */
  receivedAt: string
  /**
   * true for a test lead.
   */
  test: boolean
  /**
   * The answers, renamed as the partner's map says.
   */
  data: Record<string, unknown>
}
