// Generated from schemas/api/problem.schema.json by `npx leadwright types`. Do not edit.

/**
 * An error, as application/problem+json (RFC 9457).
 */
export interface Problem {
  /**
   * about:blank: the status says it all.
   */
  type: string
  /**
   * The status in words.
   */
  title: string
  /**
   * The HTTP status.
   */
  status: number
  /**
   * What is wrong, for programs. It never changes; docs/reference/errors.md lists them all.
   */
  code: string
  /**
   * What is wrong and what to do.
   */
  detail?: string
  /**
   * Only with 503, and only where nobody can say whether the submission was stored: the Idempotency-Key to send it again with. It is stored once then.
   */
  idempotencyKey?: string
  /**
   * Each invalid answer.
   */
  errors?: ProblemError[]
}
export interface ProblemError {
  /**
   * JSON Pointer (RFC 6901) into the body.
   */
  pointer: string
  /**
   * The rule that was broken: required, type, format, unknown, …
   */
  code: string
  /**
   * A sentence in the visitor's language.
   */
  message: string
}
