import { compile, type Row, type Storage } from '#server/storage'
import type { Lead } from './lead.ts'
import { db } from './tables.ts'

/** A stored lead, without its consents, deliveries, mails and subscription. */
export type StoredLead = Omit<
  Lead,
  'consents' | 'routing' | 'deliveries' | 'mails' | 'subscription' | 'idempotencyKey' | 'keyScope' | 'bodyHash'
>

const columns = [
  ...(['id', 'received_at', 'form', 'locale', 'brand', 'page', 'definition'] as const),
  ...(['answers', 'attribution', 'test', 'via', 'suspicion'] as const),
] as const

/** Which leads to list: of one form, of a brand, only those that look made by a program. */
export interface LeadFilter {
  form?: string
  suspicious?: boolean
  /** Only those that partners refused and nobody has. */
  refused?: boolean
  brand?: string
  /** Test leads alone, or all others. */
  test?: boolean
  /** From this moment on, and before that one: ISO 8601, UTC. */
  since?: string
  until?: string
  /** Without those that are erased, of which nothing but that they came is left. */
  kept?: boolean
}

/** At most `limit`, and only those older than the id in `before`. */
export interface LeadQuery extends LeadFilter {
  limit: number
  before?: string
}

/** Lists leads, newest first. The next page begins `before` the last id of this one. */
export async function listLeads(storage: Storage, { limit, before, ...filter }: LeadQuery): Promise<StoredLead[]> {
  // Ids are UUIDs of version 7: their order is the order of time, and the primary key serves it.
  let query = leads(filter).select(columns).orderBy('id', 'desc').limit(limit)
  if (before !== undefined) query = query.where('id', '<', before)
  const [rows = []] = await storage.read([compile(query)])
  return rows.map(toLead)
}

/** Reads leads page by page, oldest first. @param until the id of the last one */
async function* pagesOfLeads(storage: Storage, filter: LeadFilter, until: string): AsyncGenerator<StoredLead[]> {
  for (let after = ''; ; ) {
    const query = leads(filter)
      .select(columns)
      .where('id', '>', after)
      .where('id', '<=', until)
      .orderBy('id')
      .limit(page)
    const [rows = []] = await storage.read([compile(query)])
    if (rows.length > 0) yield rows.map(toLead)
    if (rows.length < page) return
    after = String(rows.at(-1)?.id)
  }
}

const page = 500

export async function countLeads(storage: Storage, filter: LeadFilter): Promise<number> {
  const [[row] = []] = await storage.read([compile(leads(filter).select(db.fn.countAll().as('count')))])
  return Number(row?.count)
}

/** How many leads of a form came, by language and version, and how many of them subscribed and confirmed. @param since ISO 8601 */
export async function leadCounts(storage: Storage, form: string, since: string) {
  const sent = db
    .selectFrom('leads')
    .select(['locale', 'definition', 'via'])
    .select(({ fn }) => fn.countAll().as('sent'))
    .where('form', '=', form)
    .where('received_at', '>=', since)
    .groupBy(['locale', 'definition', 'via'])
  const subscribed = db
    .selectFrom('subscriptions')
    .innerJoin('leads', 'leads.id', 'subscriptions.lead_id')
    .select(['leads.locale', 'leads.definition'])
    .select(({ fn }) => [fn.countAll().as('subscribed'), fn.count('confirmed_at').as('confirmed')])
    .where('leads.form', '=', form)
    .where('leads.received_at', '>=', since)
    .groupBy(['leads.locale', 'leads.definition'])
  const [sentRows = [], subscribedRows = []] = await storage.read([compile(sent), compile(subscribed)])
  const of = ({ locale, definition }: Row) => ({ locale: String(locale), definition: String(definition) })
  return {
    sent: sentRows.map((row) => ({ ...of(row), via: String(row.via), count: Number(row.sent) })),
    subscribed: subscribedRows.map((row) => ({
      ...of(row),
      subscribed: Number(row.subscribed),
      confirmed: Number(row.confirmed),
    })),
  }
}

function leads({ form, suspicious, refused, brand, test, since, until, kept }: LeadFilter) {
  let query = db.selectFrom('leads')
  if (form !== undefined) query = query.where('form', '=', form)
  if (suspicious) query = query.where('suspicion', 'is not', null)
  if (refused)
    query = query.where(({ and, exists, not, selectFrom }) => {
      const decided = selectFrom('routings').select('partner').whereRef('lead_id', '=', 'leads.id')
      return and([exists(decided.where('reason', '=', 'refused')), not(exists(decided.where('taken', '=', 1)))])
    })
  if (brand !== undefined) query = query.where('brand', '=', brand)
  if (test !== undefined) query = query.where('test', '=', test ? 1 : 0)
  if (since !== undefined) query = query.where('received_at', '>=', since)
  if (until !== undefined) query = query.where('received_at', '<', until)
  if (kept) query = query.where('erased_at', 'is', null)
  return query
}

function toLead(row: Row): StoredLead {
  return {
    id: String(row.id),
    receivedAt: String(row.received_at),
    form: String(row.form),
    locale: String(row.locale),
    brand: String(row.brand),
    page: row.page === null ? null : String(row.page),
    definition: String(row.definition),
    answers: JSON.parse(String(row.answers)),
    attribution: JSON.parse(String(row.attribution)),
    test: row.test === 1,
    via: row.via === 'page' ? 'page' : 'api',
    suspicion: row.suspicion === null ? null : String(row.suspicion),
  }
}

/** A lead for people: with what was agreed to, and how it stands with each partner. */
export interface ExportedLead extends StoredLead {
  consents: readonly { consent: string; granted: boolean }[]
  deliveries: readonly { partner: string; delivery: string; state: string }[]
}

/** Reads leads page by page, oldest first, as they are exported. @param until the id of the last one */
export async function* pagesOfExport(
  storage: Storage,
  filter: LeadFilter,
  until: string,
): AsyncGenerator<ExportedLead[]> {
  for await (const leads of pagesOfLeads(storage, filter, until)) {
    const ids = leads.map(({ id }) => id)
    const [consents = [], deliveries = []] = await storage.read([
      compile(db.selectFrom('consents').select(['lead_id', 'consent', 'granted']).where('lead_id', 'in', ids)),
      compile(
        db
          .selectFrom('deliveries')
          .select(['subject_id', 'partner', 'delivery', 'state'])
          .where('subject_kind', '=', 'lead')
          .where('subject_id', 'in', ids)
          // No partner's id can be written so: that is the lane of mails to visitors.
          .where('partner', 'not like', '@%')
          .orderBy('id'),
      ),
    ])
    const ofConsents = Map.groupBy(consents, ({ lead_id }) => String(lead_id))
    const ofDeliveries = Map.groupBy(deliveries, ({ subject_id }) => String(subject_id))
    yield leads.map((lead) => ({
      ...lead,
      consents: (ofConsents.get(lead.id) ?? []).map(({ consent, granted }) => ({
        consent: String(consent),
        granted: Number(granted) === 1,
      })),
      deliveries: (ofDeliveries.get(lead.id) ?? []).map(({ partner, delivery, state }) => ({
        ...{ partner: String(partner), delivery: String(delivery), state: String(state) },
      })),
    }))
  }
}
