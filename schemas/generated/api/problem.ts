// Generated from schemas/api/problem.schema.json by `npx leadwright types`. Do not edit.

/**
 * An error, as application/problem+json (RFC 9457).
 */
export interface Problem {
  /**
   * about:blank: the status describes the problem.
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
   * The error code, for programs. Codes never change; docs/reference/errors.md lists them all.
   */
  code: string
  /**
   * The problem and how to fix it.
   */
  detail?: string
  /**
   * Only with 503, if it is unknown whether the submission was stored: retry with this Idempotency-Key. The lead is then stored exactly once.
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
