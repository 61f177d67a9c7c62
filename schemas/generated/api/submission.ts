// Generated from schemas/api/submission.schema.json by `npx leadwright types`. Do not edit.

/**
 * The request body of POST /api/v1/submissions.
 */
export interface Submission {
  /**
   * The id of the form.
   */
  form: string
  /**
   * The language in which the form was answered.
   */
  locale: string
  /**
   * Field id → answer; a consent's id → true.
   */
  answers: Record<string, unknown>
  /**
   * The hash of the definition that was shown: the ETag of the form's schema. If omitted, the current one is assumed. An unknown hash, or one superseded for more than 24 hours, is rejected with 409.
   */
  definition?: string
  context?: SubmissionContext
}
/**
 * The visitor's origin.
 */
export interface SubmissionContext {
  /**
   * The id of the page that showed the form. It must show this form in this language; otherwise the submission is rejected with 409.
   */
  page?: string
  /**
   * The parameters of the address at which the visitor arrived: name → value, such as click_id and utm_source. No line breaks, no control characters.
   */
  attribution?: {
    [k: string]: string
  }
  /**
   * The content of the form's hidden honeypot field.
   */
  honeypot?: string
  /**
   * How long the form had been shown when it was sent, in ms, as reported by the page.
   */
  timeOnPageMs?: number
  /**
   * Deprecated: the former name of honeypot; the next version rejects it.
   */
  trap?: string
  /**
   * Deprecated: the former name of timeOnPageMs; the next version rejects it.
   */
  elapsed?: number
  /**
   * The last part of `results` of an earlier receipt, if these answers change the ones sent then.
   */
  previous?: string
  /**
   * What the page's last report to /api/v1/steps was answered with, so that the visit counts as sent.
   */
  visit?: string
  /**
   * true: a test lead; it is stored and marked as a test.
   */
  test?: boolean
  /**
   * The IP address that /myipaddress returned to a page whose form subscribes to a newsletter. The server stores the address that it sees itself.
   */
  ip?: string
}
