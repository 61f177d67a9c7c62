import type { DeliveryDefinition } from '#schemas/generated/delivery.ts'
import { queries } from '#server/storage'
import type { CancelReason, DeliveryState, Topic } from './lifecycle.ts'

/** A lead as stored. `answers` and `attribution` are JSON text. */
export interface LeadRow {
  id: string
  received_at: string
  form: string
  locale: string
  brand: string
  page: string | null
  definition: string
  answers: string
  attribution: string
  test: number
  idempotency_key: string | null
  /** A caller's key of a form, with any body. */
  key_scope: string | null
  body_hash: string
  /** Whether a page's form or another program sent it. */
  via: 'page' | 'api'
  /** Why it looks made by a program; it is delivered to nobody until an operator approves it. */
  suspicion: string | null
  erased_at: string | null
}

/** What a visitor agreed to or not, with the exact sentence shown. */
export interface ConsentRow {
  lead_id: string
  consent: string
  purpose: string
  text: string
  text_hash: string
  granted: number
  locale: string
  page: string | null
  definition: string
  given_at: string
  ip: string | null
  user_agent: string | null
}

/** A message on its way: the outbox. `due_at` and `lease_until` are milliseconds since the epoch. */
export interface DeliveryRow {
  id: string
  /** What it is about, and is erased with; a mail to a visitor that belongs to nothing else is its own subject. */
  subject_kind: 'lead' | 'subscription' | 'mail'
  subject_id: string
  /** In which queue it waits: that of a partner, or `@visitors`, of the mails to visitors. */
  partner: string
  delivery: string
  /** How it is delivered to a partner; `mail`: to a visitor; `manual`: by an operator, since the partner has no request for it. */
  kind: DeliveryDefinition['kind'] | 'mail' | 'manual'
  payload: string
  /** What it is for. See `lifecycle.ts`. */
  topic: Topic
  /** See `lifecycle.ts`, which alone writes it. */
  state: DeliveryState
  cancel_reason: CancelReason | null
  /** The keyed hash of the address that a mail to a visitor goes to, which its budget counts by; null where none does. */
  address: string | null
  /** What takes the place of an unsent notice's payload when its lead is erased: the same without personal data. */
  bare_payload: string | null
  attempts: number
  due_at: number
  lease_until: number | null
  last_error: string | null
  feed_number: number | null
  delivered_at: string | null
  /** The partner's own id of the lead. */
  external_id: string | null
  /** How often an operator sent it anew. */
  replay: number
  /** When each try ended and how, one a line: the time, the state it led to and what was said, between spaces. */
  tries: string
}

/** What was decided about one partner when a lead came, and that it refused it since. */
export interface RoutingRow {
  lead_id: string
  partner: string
  taken: number
  reason: string
  detail: string
  /** The partner's own day on which it got the lead, as YYYY-MM-DD; kept when it refused it. */
  day: string | null
  /** What it pays for the lead, in hundredths of the currency's unit. */
  price: number | null
  currency: string | null
}

/** How many leads a partner got on one of its days. */
export interface PartnerDayRow {
  partner: string
  day: string
  taken: number
}

/** The hash of an e-mail address or phone number that a partner got. `seen_at` is milliseconds since the epoch. */
export interface PartnerContactRow {
  partner: string
  contact: string
  lead_id: string
  seen_at: number
}

/** The keyed hash of an e-mail address or phone number in a lead's answers, by which operators find the lead. */
export interface LeadContactRow {
  contact: string
  lead_id: string
}

/** The hash of an address that a visitor's mail for this purpose went to. `sent_at` is milliseconds since the epoch. */
export interface MailQuotaRow {
  address: string
  topic: Topic | ''
  number: number
  message_id: string
  subject_id: string
  sent_at: number
}

/** A resolved form that visitors were shown, as JSON text. `superseded_at` is milliseconds since the epoch. */
export interface FormVersionRow {
  hash: string
  form: string
  locale: string
  resolved: string
  superseded_at: number | null
}

/** A lead that subscribes to a newsletter. `address` is the hash of the e-mail address; '' once the lead is erased. */
export interface SubscriptionRow {
  lead_id: string
  address: string
  brand: string
  form: string
  locale: string
  state: 'pending' | 'confirmed' | 'unsubscribed' | 'expired'
  signed_up_at: string
  confirmed_at: string | null
  confirmed_ip: string | null
  unsubscribed_at: string | null
  unsubscribed_by: string | null
  /** The delivery that asks to confirm it. */
  confirmation_id: string | null
}

/** An address, as a hash, that a brand writes to no more, until `lifted_at`. */
export interface SuppressionRow {
  address: string
  brand: string
  since: string
  lifted_at: string | null
}

/**
 * The token of a mailed link, as a hash. Times are milliseconds since the epoch; one without `expires_at` does not
 * expire, or its mail has not been sent yet. A link to unsubscribe belongs to an address (a keyed hash) at a brand, and
 * outlives every lead.
 */
export interface MailTokenRow {
  hash: string
  purpose: 'confirm' | 'unsubscribe'
  address: string
  lead_id: string
  brand: string
  expires_at: number | null
  used_at: number | null
}

/** Builds queries on the tables that this module owns: no other has SQL on them. */
export const db = queries.withTables<{
  leads: LeadRow
  consents: ConsentRow
  deliveries: DeliveryRow
  routings: RoutingRow
  partner_days: PartnerDayRow
  partner_contacts: PartnerContactRow
  lead_contacts: LeadContactRow
  mail_quota: MailQuotaRow
  form_versions: FormVersionRow
  subscriptions: SubscriptionRow
  suppressions: SuppressionRow
  mail_tokens: MailTokenRow
}>()
