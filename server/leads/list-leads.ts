import { sql } from 'kysely'
import { v7 } from 'uuid'
import { compile, type Row, type Statement, type Storage } from '#server/storage'
import type { Lead } from './lead.ts'
import { leadState, type leadStates } from './lifecycle.ts'
import { db } from './tables.ts'

/** A stored lead, without its consents, deliveries, mails and subscription. */
export type StoredLead = Omit<
  Lead,
  | 'consents'
  | 'contacts'
  | 'routing'
  | 'deliveries'
  | 'mails'
  | 'subscription'
  | 'idempotencyKey'
  | 'keyScope'
  | 'bodyHash'
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
  /** The language of its form. */
  locale?: string
  /** Only those that this partner got. */
  partner?: string
  state?: LeadState
}

/** What a lead is, as it is derived: see `leadStates`. */
export type LeadState = keyof typeof leadStates

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

/** Which leads of a form are counted: of pages, without test leads. */
export interface OutcomeQuery {
  form: string
  /** The first day, and the last one, in UTC, as YYYY-MM-DD. */
  since: string
  until: string
  locale?: string | undefined
  definition?: string | undefined
  brand?: string | undefined
  page?: string | undefined
}

/** What became of the leads that a form's pages brought: those that a partner has, and what partners pay for them. */
export interface LeadOutcomes {
  sent: number
  accepted: number
  /** In hundredths of the currency's unit. */
  revenue: { currency: string; amount: number }[]
}

/** Counts what became of leads. */
export async function leadOutcomes(storage: Storage, query: OutcomeQuery): Promise<LeadOutcomes> {
  const given = (['locale', 'definition', 'brand', 'page'] as const).filter((name) => query[name] !== undefined)
  const where = [
    // Ids begin with their time, and an index has them by form.
    `leads.form = ? AND leads.id >= ? AND leads.id < ? AND leads.received_at >= ? AND leads.received_at < ?
      AND leads.via = 'page' AND leads.test = 0`,
    ...given.map((name) => `leads.${name} = ?`),
  ].join(' AND ')
  const day = 24 * 60 * 60 * 1000
  const dayAfter = new Date(Date.parse(query.until) + day).toISOString().slice(0, 10)
  // A clock may have gone on between the two.
  const ids = [firstIdOf(Date.parse(query.since) - day), firstIdOf(Date.parse(dayAfter) + day)]
  const parameters = [query.form, ...ids, query.since, dayAfter, ...given.map((name) => query[name])]
  const has = `taken = 1 AND EXISTS (SELECT 1 FROM deliveries WHERE subject_id = leads.id AND partner = routings.partner
    AND topic = 'lead' AND delivered_at IS NOT NULL)`
  const [sent = [], accepted = [], paid = []] = await storage.read([
    { sql: `SELECT count(*) AS count FROM leads WHERE ${where}`, parameters },
    {
      sql: `SELECT count(*) AS count FROM leads
        WHERE ${where} AND EXISTS (SELECT 1 FROM routings WHERE lead_id = leads.id AND ${has})`,
      parameters,
    },
    {
      sql: `SELECT currency, sum(price) AS amount FROM routings JOIN leads ON leads.id = routings.lead_id
        WHERE ${where} AND ${has} AND currency IS NOT NULL GROUP BY currency ORDER BY currency`,
      parameters,
    },
  ])
  return {
    sent: Number(sent[0]?.count),
    accepted: Number(accepted[0]?.count),
    revenue: paid.map(({ currency, amount }) => ({ currency: String(currency), amount: Number(amount) })),
  }
}

function leads({ form, suspicious, refused, brand, test, since, until, kept, locale, partner, state }: LeadFilter) {
  let query = db.selectFrom('leads')
  if (form !== undefined) query = query.where('form', '=', form)
  if (suspicious) query = query.where('suspicion', 'is not', null)
  if (refused)
    query = query.where(({ and, exists, not, selectFrom }) => {
      const decided = selectFrom('routings').select('partner').whereRef('lead_id', '=', 'leads.id')
      return and([exists(decided.where('reason', '=', 'refused')), not(exists(decided.where('taken', '=', 1)))])
    })
  if (brand !== undefined) query = query.where('brand', '=', brand)
  // A literal, or SQLite does not see that the index of test leads fits.
  if (test !== undefined) query = query.where('test', '=', sql.lit(test ? 1 : 0))
  if (since !== undefined) query = query.where('received_at', '>=', since)
  if (until !== undefined) query = query.where('received_at', '<', until)
  if (kept) query = query.where('erased_at', 'is', null)
  if (locale !== undefined) query = query.where('locale', '=', locale)
  if (partner !== undefined)
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('routings')
          .select('partner')
          .whereRef('lead_id', '=', 'leads.id')
          .where('partner', '=', partner)
          .where('taken', '=', 1),
      ),
    )
  if (state !== undefined) query = query.where(sql<boolean>`${sql.raw(leadState())} = ${state}`)
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

/** A lead in a list: of what it says only what a person may be reached at. */
export interface BrowsedLead
  extends Pick<
    StoredLead,
    'id' | 'receivedAt' | 'form' | 'locale' | 'brand' | 'page' | 'attribution' | 'test' | 'via'
  > {
  state: LeadState
  answers: StoredLead['answers']
  /** The partners that got it, with what became of each delivery. */
  deliveries: readonly { partner: string; state: string }[]
}

/** Which leads to browse: newest first, before an id, and found by any of some contacts (see `leadContact`). */
export interface BrowseQuery extends Pick<LeadFilter, 'form' | 'locale' | 'brand' | 'partner' | 'state'> {
  contacts?: readonly string[]
  /** Milliseconds since the epoch: from this moment on, and before that one. */
  from?: number
  to?: number
  before?: string
  limit: number
}

/** A page of leads. */
export interface LeadsPage {
  leads: BrowsedLead[]
  /** Before which id the next page begins; null where nothing is older. */
  next: string | null
}

/** Leads that one page looks through: where hardly one fits, the page has few and the next one goes on. */
const browsed = 5000

/**
 * Reads a page of leads in a time that does not depend on how many there are: from the end of an index that one filter
 * names, it looks through so many for the others.
 */
export async function browseLeads(storage: Storage, query: BrowseQuery): Promise<LeadsPage> {
  const { ids, newest, last } = browseStatements(query)
  const [found = [], [first] = []] = await storage.read([ids, newest])
  const all = found.map(({ id }) => String(id))
  const shown = all.slice(0, query.limit)
  const next = async () => {
    if (all.length > query.limit) return shown.at(-1) ?? null
    if (!first) return null
    // Those that came meanwhile would move its end.
    const [[end] = []] = await storage.read([last(String(first.id))])
    return Number(end?.count) < browsed ? null : String(end?.last)
  }
  const [leads, before] = await Promise.all([leadsWith(storage, shown), next()])
  return { leads, next: before }
}

/**
 * The statements that look for a page: its ids and one more, the newest that is looked at, and how far they looked from
 * there, which is asked where they found no full page.
 */
export function browseStatements(query: BrowseQuery): {
  ids: Statement
  newest: Statement
  last: (newest: string) => Statement
} {
  const { source, parameters, rest } = candidates(query)
  const conditions = rest.map(([sql]) => `AND ${sql}`).join(' ')
  return {
    ids: {
      // SQLite joins in this order alone, and looks at no more leads than these.
      sql: `SELECT leads.id FROM (${source}) AS candidates CROSS JOIN leads
        WHERE leads.id = candidates.id ${conditions} ORDER BY candidates.id DESC LIMIT ${query.limit + 1}`,
      parameters: [...parameters, ...rest.flatMap(([, values]) => values)],
    },
    newest: { sql: `SELECT id FROM (${source}) AS candidates ORDER BY id DESC LIMIT 1`, parameters },
    last(newest) {
      const from = candidates(query, newest)
      const sql = `SELECT min(id) AS last, count(*) AS count FROM (${from.source}) AS candidates`
      return { sql, parameters: from.parameters }
    },
  }
}

type Condition = readonly [sql: string, parameters: readonly unknown[]]

/** Where the leads of a state are found; null where nearly all are in it. */
const ofState: Readonly<Record<LeadState, string | null>> = {
  awaitingReview: 'SELECT id FROM leads WHERE suspicion IS NOT NULL',
  unconfirmed: "SELECT lead_id AS id FROM subscriptions WHERE state = 'pending'",
  expired: "SELECT lead_id AS id FROM subscriptions WHERE state = 'expired'",
  erased: 'SELECT id FROM leads WHERE erased_at IS NOT NULL',
  active: null,
}

/** The newest leads that one filter names, and what is asked of them besides. @param newest the id of the first of them */
function candidates(query: BrowseQuery, newest?: string): { source: string; parameters: unknown[]; rest: Condition[] } {
  const { contacts, partner, state, form, brand, locale, from, to, before } = query
  const own = (['form', 'brand', 'locale'] as const).flatMap((name): [string, string][] => {
    const value = { form, brand, locale }[name]
    return value === undefined ? [] : [[name, value]]
  })
  const rest = own.map(([name, value]): Condition => [`leads.${name} = ?`, [value]])
  if (state !== undefined) rest.push([`${leadState()} = ?`, [state]])
  if (partner !== undefined)
    rest.push([
      'EXISTS (SELECT 1 FROM routings WHERE routings.lead_id = leads.id AND routings.partner = ? AND routings.taken = 1)',
      [partner],
    ])
  const [first] = own
  const [source, values]: Condition =
    contacts !== undefined
      ? [
          `SELECT DISTINCT lead_id AS id FROM lead_contacts WHERE contact IN (${contacts.map(() => '?').join(', ')})`,
          contacts,
        ]
      : partner !== undefined
        ? ['SELECT lead_id AS id FROM routings WHERE partner = ? AND taken = 1', [partner]]
        : state !== undefined && ofState[state] !== null
          ? [ofState[state], []]
          : first
            ? [`SELECT id FROM leads WHERE ${first[0]} = ?`, [first[1]]]
            : ['SELECT id FROM leads WHERE 1 = 1', []]
  const id = source.includes('lead_id AS id') ? 'lead_id' : 'id'
  const bounds: [string, string][] = [
    ...(before === undefined ? [] : ([['<', before]] as [string, string][])),
    ...(newest === undefined ? [] : ([['<=', newest]] as [string, string][])),
    ...(to === undefined ? [] : ([['<', firstIdOf(to)]] as [string, string][])),
    ...(from === undefined ? [] : ([['>=', firstIdOf(from)]] as [string, string][])),
  ]
  return {
    source: `${source} ${bounds.map(([sign]) => `AND ${id} ${sign} ?`).join(' ')} ORDER BY ${id} DESC LIMIT ${browsed}`,
    parameters: [...values, ...bounds.map(([, value]) => value)],
    rest,
  }
}

/** The least id of a moment: ids of version 7 begin with their time. @param msecs since the epoch */
function firstIdOf(msecs: number): string {
  return v7({ msecs: Math.max(0, msecs), seq: 0, random: new Uint8Array(16) })
}

async function leadsWith(storage: Storage, ids: readonly string[]): Promise<BrowsedLead[]> {
  if (ids.length === 0) return []
  const [rows = [], deliveries = []] = await storage.read([
    compile(
      db
        .selectFrom('leads')
        .select(columns)
        .select(sql<string>`${sql.raw(leadState())}`.as('state'))
        .where('id', 'in', ids)
        .orderBy('id', 'desc'),
    ),
    compile(
      db
        .selectFrom('deliveries')
        .select(['subject_id', 'partner', 'state'])
        .where('subject_id', 'in', ids)
        .where('topic', '=', 'lead')
        .orderBy('id'),
    ),
  ])
  const bySubject = Map.groupBy(deliveries, ({ subject_id }) => String(subject_id))
  return rows.map((row) => ({
    ...toLead(row),
    state: String(row.state) as LeadState,
    deliveries: (bySubject.get(String(row.id)) ?? []).map((delivery) => ({
      ...{ partner: String(delivery.partner), state: String(delivery.state) },
    })),
  }))
}

/**
 * What leads there are to narrow a list down to: their forms, languages and brands. One step in an index each, however
 * many leads there are.
 */
export async function leadKinds(storage: Storage): Promise<Record<'form' | 'locale' | 'brand', string[]>> {
  const names = ['form', 'locale', 'brand'] as const
  const results = await storage.read(names.map((name) => ({ sql: distinct(name), parameters: [] })))
  const [form = [], locale = [], brand = []] = results.map((rows) => rows.map(({ value }) => String(value)))
  return { form, locale, brand }
}

export function distinct(name: 'form' | 'locale' | 'brand'): string {
  return `WITH RECURSIVE kinds (value) AS (
      SELECT min(${name}) FROM leads
      UNION ALL
      SELECT (SELECT min(${name}) FROM leads WHERE ${name} > kinds.value) FROM kinds WHERE kinds.value IS NOT NULL
    ) SELECT value FROM kinds WHERE value IS NOT NULL ORDER BY value`
}

/** Holds as long as there is a lead that is not erased, as an SQL condition: for what is recorded of reading it. */
export function isKept(lead: string): Statement {
  return { sql: 'EXISTS (SELECT 1 FROM leads WHERE id = ? AND erased_at IS NULL)', parameters: [lead] }
}

/** Holds once a lead was erased at this moment, as an SQL condition. @param now milliseconds since the epoch */
export function isErasedAt(lead: string, now: number): Statement {
  const sql = 'EXISTS (SELECT 1 FROM leads WHERE id = ? AND erased_at = ?)'
  return { sql, parameters: [lead, new Date(now).toISOString()] }
}
