import { sql } from 'kysely'
import { db, insertMany, template } from '#server/storage/sql.ts'
import type { Statement } from '#server/storage/storage.ts'
import { type MessageRow, messageColumns, messageRow, type NewMessage } from '../outbox/message.ts'
import type { ConsentRow, LeadRow } from '../storage/tables/tables.ts'
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

const leadRow = template<NewLeadRow>(leadColumns, (row) =>
  db
    .insertInto('leads')
    .values(row)
    // A known key, or one that its holder used for something else, is no error.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
)
const consentRow = template<ConsentRow>(consentColumns, (row) =>
  db
    .insertInto('consents')
    .columns(consentColumns)
    .expression(valuesIfStored(consentColumns, row, row.lead_id)),
)
const deliveryRow = template<MessageRow>(messageColumns, (row) =>
  db
    .insertInto('deliveries')
    .columns(messageColumns)
    .expression(valuesIfStored(messageColumns, row, row.subject_id)),
)

const manyLeads = `${insertMany('leads', leadColumns)} ON CONFLICT DO NOTHING RETURNING id`
const manyConsents = `${insertMany('consents', consentColumns)} ${ifStored('lead_id')}`
const manyDeliveries = `${insertMany('deliveries', messageColumns)} ${ifStored('subject_id')}`

/** Reads the lead that holds an idempotency key, and the one that its caller used the same key for. */
export const selectByKeys = template<Pick<NewLeadRow, 'idempotency_key' | 'key_scope'>>(
  ['idempotency_key', 'key_scope'],
  (keys) =>
    db
      .selectFrom('leads')
      .select(['id', 'received_at', 'definition', 'idempotency_key'])
      .where(({ or, eb }) =>
        or([eb('idempotency_key', '=', keys.idempotency_key), eb('key_scope', '=', keys.key_scope)]),
      ),
)

/** Inserts the lead unless its idempotency key is known; returns one row when it did. */
export function insertLead(lead: Lead): Statement {
  const row: NewLeadRow = {
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
  }
  return { ...leadRow(row), many: { sql: manyLeads, row } }
}

/** Inserts the evidence of one consent, if this transaction stored the lead. */
export function insertConsent(lead: Lead, evidence: ConsentEvidence): Statement {
  const row: ConsentRow = {
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
  }
  return { ...consentRow(row), many: { sql: manyConsents, row } }
}

/** Inserts one row of the outbox, due at once, if this transaction stored the lead. */
export function insertDelivery({ id, receivedAt }: Pick<Lead, 'id' | 'receivedAt'>, message: NewMessage): Statement {
  const row = messageRow({ kind: 'lead', id }, message, Date.parse(receivedAt))
  return { ...deliveryRow(row), many: { sql: manyDeliveries, row } }
}

/** `SELECT <values> WHERE EXISTS <the lead>`: an insert that does nothing when the lead was a repeat. */
function valuesIfStored<R extends object>(columns: readonly (keyof R & string)[], row: R, lead: string) {
  return db
    .selectNoFrom(columns.map((column) => sql.val(row[column]).as(column)))
    .where(({ exists, selectFrom }) => exists(selectFrom('leads').select('id').where('id', '=', lead)))
}
