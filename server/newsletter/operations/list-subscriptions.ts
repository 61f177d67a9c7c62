import { compile, db } from '../../storage/sql.ts'
import type { Row, Storage } from '../../storage/storage.ts'
import type { SubscriptionRow } from '../../storage/tables/tables.ts'

/** A subscription as operators see it: whose it is, only its lead says. */
export interface ListedSubscription {
  /** Of the lead that subscribes. */
  lead: string
  brand: string
  form: string
  locale: string
  state: SubscriptionRow['state']
  signedUpAt: string
  /** null also where sending the form is enough. */
  confirmedAt: string | null
  unsubscribedAt: string | null
  unsubscribedBy: string | null
}

/** Which subscriptions to list. */
export interface SubscriptionFilter {
  brand?: string
  form?: string
  state?: SubscriptionRow['state']
}

/** At most `limit`, and only those older than the lead's id in `before`. */
export interface SubscriptionQuery extends SubscriptionFilter {
  limit: number
  before?: string
}

const columns = [
  ...(['lead_id', 'brand', 'form', 'locale', 'state', 'signed_up_at', 'confirmed_at'] as const),
  ...(['unsubscribed_at', 'unsubscribed_by'] as const),
] as const

/** Lists subscriptions, newest first. The next page begins `before` the last lead of this one. */
export async function listSubscriptions(
  storage: Storage,
  { limit, before, ...filter }: SubscriptionQuery,
): Promise<ListedSubscription[]> {
  let query = subscriptions(filter).select(columns).orderBy('lead_id', 'desc').limit(limit)
  if (before !== undefined) query = query.where('lead_id', '<', before)
  const [rows = []] = await storage.read([compile(query)])
  return rows.map(toListed)
}

/** The subscription of a lead, and for how long its address has been suppressed for the brand; null when there is none. */
export async function findSubscription(
  storage: Storage,
  lead: string,
): Promise<{ subscription: ListedSubscription; suppressedSince: string | null } | null> {
  const [[row] = [], [suppressed] = []] = await storage.read([
    compile(db.selectFrom('subscriptions').select(columns).where('lead_id', '=', lead)),
    {
      sql: `SELECT suppressions.since FROM suppressions JOIN subscriptions
        ON subscriptions.address = suppressions.address AND subscriptions.brand = suppressions.brand
        WHERE subscriptions.lead_id = ? AND suppressions.lifted_at IS NULL`,
      parameters: [lead],
    },
  ])
  if (!row) return null
  return { subscription: toListed(row), suppressedSince: suppressed ? String(suppressed.since) : null }
}

export async function countSubscriptions(storage: Storage, filter: SubscriptionFilter): Promise<number> {
  const [[row] = []] = await storage.read([compile(subscriptions(filter).select(db.fn.countAll().as('count')))])
  return Number(row?.count)
}

function subscriptions({ brand, form, state }: SubscriptionFilter) {
  let query = db.selectFrom('subscriptions')
  if (brand !== undefined) query = query.where('brand', '=', brand)
  if (form !== undefined) query = query.where('form', '=', form)
  if (state !== undefined) query = query.where('state', '=', state)
  return query
}

function toListed(row: Row): ListedSubscription {
  const text = (name: string) => (row[name] === null || row[name] === undefined ? null : String(row[name]))
  return {
    ...{ lead: String(row.lead_id), brand: String(row.brand), form: String(row.form), locale: String(row.locale) },
    state: String(row.state) as SubscriptionRow['state'],
    signedUpAt: String(row.signed_up_at),
    ...{ confirmedAt: text('confirmed_at'), unsubscribedAt: text('unsubscribed_at') },
    unsubscribedBy: text('unsubscribed_by'),
  }
}
