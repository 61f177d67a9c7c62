// Generated from schemas/api/leads.schema.json by `npx leadwright types`. Do not edit.

/**
 * A page of a partner's leads, oldest first.
 */
export interface LeadPage {
  leads: PartnerLead[]
  /**
   * Updates to leads that you already have; omitted if there are none. They count towards the limit.
   *
   * @minItems 1
   */
  events?: UnsubscribedLead[]
  /**
   * The cursor to pass as ?after= in the next request. It stays the same while there are no new leads.
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
   * The answers, renamed by the partner's map.
   */
  data: Record<string, unknown>
}
/**
 * A lead whose person has unsubscribed: stop writing to this address. Its pending deliveries are cancelled.
 */
export interface UnsubscribedLead {
  /**
   * The update: unsubscribed.
   */
  event: 'unsubscribed'
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
   * When the person unsubscribed.
   */
  unsubscribedAt: string
  /**
   * true for a test lead.
   */
  test: boolean
  /**
   * The e-mail address, under the same name as in the lead you received; empty after the lead was erased.
   */
  data: Record<string, unknown>
}
