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
  body_hash: string
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

/** One lead on its way to one partner: the outbox. `due_at` and `lease_until` are milliseconds since the epoch. */
export interface DeliveryRow {
  id: string
  lead_id: string
  partner: string
  delivery: string
  kind: 'webhook' | 'pull'
  payload: string
  state: 'pending' | 'delivered' | 'dead'
  attempts: number
  due_at: number
  lease_until: number | null
  last_error: string | null
  feed_number: number | null
  delivered_at: string | null
}

/** A key a partner reads its leads with; only its SHA-256 is kept. */
export interface PartnerKeyRow {
  id: string
  partner: string
  hash: string
  created_at: string
  revoked_at: string | null
}

/** A resolved form that visitors were shown, as JSON text. `superseded_at` is milliseconds since the epoch. */
export interface FormVersionRow {
  hash: string
  form: string
  locale: string
  resolved: string
  superseded_at: number | null
}

/** Every table by name, for Kysely. */
export interface Tables {
  leads: LeadRow
  consents: ConsentRow
  deliveries: DeliveryRow
  partner_keys: PartnerKeyRow
  form_versions: FormVersionRow
}
