// Generated from schemas/api/leads.schema.json by `npx leadwright types`. Do not edit.

/**
 * A page of a partner's leads, oldest first.
 */
export interface LeadPage {
  leads: PartnerLead[]
  /**
   * What became of leads that you had before; left out where nothing did. They count towards the limit.
   *
   * @minItems 1
   */
  events?: UnsubscribedLead[]
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
/**
 * A lead whose person has unsubscribed: write to this address no more. Its deliveries that had not left are called off.
 */
export interface UnsubscribedLead {
  /**
   * What became of it: unsubscribed.
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
   * The e-mail address, where the lead that you had held it, under the same name; nothing once the lead was erased.
   */
  data: Record<string, unknown>
}
