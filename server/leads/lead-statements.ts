import { compile, db, rowInsert } from '#server/storage/sql.ts'
import type { Statement } from '#server/storage/storage.ts'
import { type MessageRow, messageColumns, messageRow, type NewMessage } from '../outbox/message.ts'
import type { ConsentRow, DeliveryRow, LeadRow } from '../storage/tables/tables.ts'
import { ifStored } from './if-stored.ts'
import type { ConsentEvidence, Lead } from './lead.ts'

type NewLeadRow = Omit<LeadRow, 'erased_at'>

const leadColumns: readonly (keyof NewLeadRow)[] = [
  ...(['id', 'received_at', 'form', 'locale', 'brand', 'page', 'definition'] as const),
  ...(['answers', 'attribution', 'test', 'via', 'suspicion'] as const),
  ...(['idempotency_key', 'key_scope', 'body_hash'] as const),
]
const consentColumns: readonly (keyof ConsentRow)[] = [
  ...(['lead_id', 'consent', 'purpose', 'text', 'text_hash', 'granted'] as const),
  ...(['locale', 'page', 'definition', 'given_at', 'ip', 'user_agent'] as const),
]

// A known key, or one that its holder used for something else, is no error.
const leadRow = rowInsert<NewLeadRow>('leads', leadColumns, () => 'WHERE true ON CONFLICT DO NOTHING RETURNING id')
const consentRow = rowInsert<ConsentRow>('consents', consentColumns, (value) => ifStored(value('lead_id')))
const deliveryRow = rowInsert<MessageRow>('deliveries', messageColumns, (value) => ifStored(value('subject_id')))
const heldRow = rowInsert<MessageRow & Pick<DeliveryRow, 'state'>>(
  'deliveries',
  [...messageColumns, 'state'],
  (value) => ifStored(value('subject_id')),
)

/** Reads the lead that holds an idempotency key, and the one that its caller used the same key for. */
export function selectByKeys({ idempotencyKey, keyScope }: Pick<Lead, 'idempotencyKey' | 'keyScope'>): Statement {
  return compile(
    db
      .selectFrom('leads')
      .select(['id', 'received_at', 'definition', 'idempotency_key'])
      .where((row) => row.or([row('idempotency_key', '=', idempotencyKey), row('key_scope', '=', keyScope)])),
  )
}

/** Inserts the lead unless its idempotency key is known; returns one row when it did. */
export function insertLead(lead: Lead): Statement {
  return leadRow({
    id: lead.id,
    received_at: lead.receivedAt,
    form: lead.form,
    locale: lead.locale,
    brand: lead.brand,
    page: lead.page,
    definition: lead.definition,
    answers: JSON.stringify(lead.answers),
    attribution: JSON.stringify(lead.attribution),
    test: lead.test ? 1 : 0,
    via: lead.via,
    suspicion: lead.suspicion,
    idempotency_key: lead.idempotencyKey,
    key_scope: lead.keyScope,
    body_hash: lead.bodyHash,
  })
}

/** Inserts the evidence of one consent, if this transaction stored the lead. */
export function insertConsent(lead: Lead, evidence: ConsentEvidence): Statement {
  return consentRow({
    lead_id: lead.id,
    consent: evidence.consent,
    purpose: evidence.purpose,
    text: evidence.text,
    text_hash: evidence.textHash,
    granted: evidence.granted ? 1 : 0,
    locale: lead.locale,
    page: lead.page,
    definition: lead.definition,
    given_at: evidence.givenAt,
    ip: evidence.ip,
    user_agent: evidence.userAgent,
  })
}

/** Inserts one row of the outbox, due at once or held until the lead is confirmed, if this transaction stored the lead. */
export function insertDelivery(
  { id, receivedAt, subscription }: Pick<Lead, 'id' | 'receivedAt' | 'subscription'>,
  message: NewMessage,
): Statement {
  const row = messageRow({ kind: 'lead', id }, message, Date.parse(receivedAt))
  return subscription?.isHeld ? heldRow({ ...row, state: 'held' }) : deliveryRow(row)
}
