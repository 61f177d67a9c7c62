// Generated from schemas/api/submission.schema.json by `npx leadwright types`. Do not edit.

/**
 * What is posted to /api/v1/submissions.
 */
export interface Submission {
  /**
   * The id of the form.
   */
  form: string
  /**
   * The language the form was answered in.
   */
  locale: string
  /**
   * Field id → answer; a consent's id → true.
   */
  answers: Record<string, unknown>
  /**
   * The hash of the definition that was shown: the ETag of the form's schema. Without it the current one counts as shown. One that is unknown, or superseded for more than a day, is refused with 409.
   */
  definition?: string
  context?: SubmissionContext
}
/**
 * Where the visitor came from.
 */
export interface SubmissionContext {
  /**
   * The id of the page the form stood on: one that shows this form in this language, or the submission is refused with 409.
   */
  page?: string
  /**
   * What the address said that the visitor came by: parameter → value, such as click_id and utm_source. No line breaks, no control characters.
   */
  attribution?: {
    [k: string]: string
  }
  /**
   * What a page's form holds in the field that people do not see.
   */
  honeypot?: string
  /**
   * What a page's form says: for how long it had been shown when it was sent, in ms.
   */
  timeOnPageMs?: number
  /**
   * Deprecated: the former name of honeypot, which the next version refuses.
   */
  trap?: string
  /**
   * Deprecated: the former name of timeOnPageMs, which the next version refuses.
   */
  elapsed?: number
  /**
   * true: a test lead, stored with its mark.
   */
  test?: boolean
  /**
   * What /myipaddress told a page whose form subscribes to a newsletter. What is stored is the address that the server sees.
   */
  ip?: string
}
