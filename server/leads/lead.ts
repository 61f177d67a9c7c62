import type { Decision } from '#engine/form/lead'
import type { NestedAnswers } from '#engine/form/model'
import type { LimitedMail, NewMessage, TimedMail } from './messages.ts'

/** A lead ready to be stored, with what must be stored in the same transaction. */
export interface Lead {
  /** A UUID version 7, so that ids sort by time. */
  id: string
  /** ISO 8601, UTC. */
  receivedAt: string
  form: string
  locale: string
  brand: string
  page: string | null
  /** The hash of the definition that the answers were checked against. */
  definition: string
  answers: NestedAnswers
  /** Click id and campaign parameters by name. */
  attribution: Readonly<Record<string, string>>
  test: boolean
  /** Whether a page's form or another program sent it. */
  via: 'page' | 'api'
  /** Why it looks made by a program: such a lead waits for an operator. */
  suspicion: string | null
  /** Two submissions with one are the same lead. */
  idempotencyKey: string | null
  /** The caller's key of this form, whatever was sent with it: taken once. */
  keyScope: string | null
  /** The hash of what was posted: tells a repeat from another body under the same key. */
  bodyHash: string
  consents: ConsentEvidence[]
  /** What operators find it by: see `leadContacts`. */
  contacts: readonly string[]
  routing: Routing
  deliveries: NewMessage[]
  /** The mails to the visitor about it: what was sent, the offers, and what its form promises for a later time. */
  mails: readonly TimedMail[]
  /** What it subscribes to, if its form is for that. */
  subscription: NewSubscription | null
}

/** The subscription that a lead is, as it is stored with it. */
export type NewSubscription = {
  /** The hash of the e-mail address, by which it is known again. */
  address: string
} & (
  | {
      /** No partner gets the lead before the visitor has confirmed it. */
      isHeld: true
      /** The mail that asks to. */
      asked: LimitedMail
    }
  | { isHeld: false; asked: null }
)

/** Proof of one consent: the exact sentence shown, and what the visitor did with it. */
export interface ConsentEvidence {
  consent: string
  purpose: string
  text: string
  textHash: string
  granted: boolean
  /** ISO 8601, UTC. */
  givenAt: string
  ip: string | null
  userAgent: string | null
}

/** Who gets the lead, and what that decision took for granted. */
export interface Routing {
  decisions: readonly Decision[]
  /** Counted against these partners' days. */
  days: readonly { partner: string; day: string; cap: number }[]
  /** Partners that must not have had any of the contacts since then, in milliseconds since the epoch. */
  windows: readonly { partner: string; since: number }[]
  /** Hashes of the lead's e-mail addresses and phone numbers. */
  contacts: readonly string[]
}
