import { compile, db } from '../../storage/sql.ts'
import type { Row, Storage } from '../../storage/storage.ts'
import type { DeliveryRow } from '../../storage/tables/tables.ts'

/** A delivery as operators see it: without its payload, which is personal data. */
export interface ListedDelivery {
  id: string
  /** What it is about. */
  subject: DeliveryRow['subject_kind']
  subjectId: string
  partner: string
  delivery: string
  kind: DeliveryRow['kind']
  state: DeliveryRow['state']
  attempts: number
  /** ISO 8601; when the next try is due, null when there is none. */
  dueAt: string | null
  deliveredAt: string | null
  error: string | null
  /** The partner's own id of the lead. */
  reference: string | null
  replay: number
}

/** Which deliveries to list; at most `limit`, and only those after the id in `after`, or before that in `before`. */
export interface DeliveryQuery {
  state?: DeliveryRow['state']
  partner?: string
  lead?: string
  limit: number
  after?: string
  before?: string
  newestFirst?: boolean
}

const columns = [
  ...(['id', 'subject_kind', 'subject_id', 'partner', 'delivery', 'kind', 'state', 'attempts'] as const),
  ...(['due_at', 'delivered_at', 'last_error', 'reference', 'replay'] as const),
] as const

/** Lists deliveries by id, which begins with their time. The next page begins `after` the last id of this one. */
export async function listDeliveries(storage: Storage, query: DeliveryQuery): Promise<ListedDelivery[]> {
  const order = query.newestFirst ? 'desc' : 'asc'
  let select = db.selectFrom('deliveries').select(columns).orderBy('id', order).limit(query.limit)
  if (query.state !== undefined) select = select.where('state', '=', query.state)
  if (query.partner !== undefined) select = select.where('partner', '=', query.partner)
  if (query.lead !== undefined) select = select.where('subject_id', '=', query.lead)
  if (query.after !== undefined) select = select.where('id', '>', query.after)
  if (query.before !== undefined) select = select.where('id', '<', query.before)
  const [rows = []] = await storage.read([compile(select)])
  return rows.map(toListed)
}

export async function findDelivery(storage: Storage, id: string): Promise<ListedDelivery | null> {
  const [rows = []] = await storage.read([compile(db.selectFrom('deliveries').select(columns).where('id', '=', id))])
  return rows[0] ? toListed(rows[0]) : null
}

/** Makes a waiting delivery due now. Returns false when it is not waiting, or on its way at the moment. */
export async function retryNow(storage: Storage, id: string, now: number): Promise<boolean> {
  const update = db
    .updateTable('deliveries')
    .set({ due_at: now })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('kind', '!=', 'pull')
    .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<=', now)]))
    .returning('id')
  const [rows = []] = await storage.atomic([compile(update)])
  storage.notify()
  return rows.length === 1
}

/** How many deliveries each partner has in each state. */
export async function countDeliveries(storage: Storage): Promise<{ partner: string; state: string; count: number }[]> {
  const sql = 'SELECT partner, state, count(*) AS count FROM deliveries GROUP BY partner, state ORDER BY partner, state'
  const [rows = []] = await storage.read([{ sql, parameters: [] }])
  return rows.map((row) => ({ partner: String(row.partner), state: String(row.state), count: Number(row.count) }))
}

function isAhead({ state, kind }: Row): boolean {
  return (state === 'pending' || state === 'later') && kind !== 'pull'
}

function toListed(row: Row): ListedDelivery {
  const state = String(row.state) as DeliveryRow['state']
  return {
    id: String(row.id),
    subject: String(row.subject_kind) as DeliveryRow['subject_kind'],
    subjectId: String(row.subject_id),
    partner: String(row.partner),
    delivery: String(row.delivery),
    kind: String(row.kind) as DeliveryRow['kind'],
    state,
    attempts: Number(row.attempts),
    dueAt: isAhead(row) ? new Date(Number(row.due_at)).toISOString() : null,
    deliveredAt: row.delivered_at === null ? null : String(row.delivered_at),
    error: row.last_error === null ? null : String(row.last_error),
    reference: row.reference === null ? null : String(row.reference),
    replay: Number(row.replay),
  }
}
