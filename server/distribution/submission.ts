import type { Answers } from '#engine/form/model'
import type { FormVersion } from '#engine/site'
import type { Lead } from '#server/leads'

/** A submission that was found valid. */
export interface Submission {
  version: FormVersion
  /** The pruned answers. */
  answers: Answers
  page: string | null
  /** The brand whose host it came to. */
  brand: string
  attribution: Readonly<Record<string, string>>
  test: boolean
  /** Why it looks made by a program. */
  suspicion: string | null
  /** Whether a page's form or another program sent it. */
  via: Lead['via']
  /** Two submissions with one are the same; null: every submission is a lead of its own. */
  idempotencyKey: string | null
  /** The caller's key of this form, whatever is sent with it; null where it may be used again. */
  keyScope: string | null
  bodyHash: string
  ip: string | null
  /** The origin that who tries the product on this machine came to; null for everybody else. */
  localOrigin: string | null
  userAgent: string | null
}
