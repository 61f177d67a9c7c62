import { sql } from 'kysely'
import type { PartnerLead, UnsubscribedLead } from '#schemas/generated/api/leads.ts'
import { compile, type Row, type Statement, type Storage } from '#server/storage'
import { mayLeave } from './lifecycle.ts'
import { db } from './tables.ts'

/** Which part of a feed to read: at most `limit` leads with numbers above `after` (0: from the start). */
export interface FeedQuery {
  after: number
  limit: number
  /** Milliseconds since the epoch: when these leads count as delivered. */
  now: number
}

/** Some leads of a feed. `next` is the `after` of the next read; it stays the same while there is nothing new. */
export interface FeedPart {
  leads: PartnerLead[]
  /** What became of leads that were in the feed before. */
  events: UnsubscribedLead[]
  next: number
}

/**
 * Reads a partner's leads, oldest first.
 *
 * Reading is the delivery. Numbers are given out here, under a lock, and not when a lead is stored: so no lead can turn
 * up behind a cursor that has passed. Nor can one after an older copy of the database was put back, by whatever means:
 * each number is above all there are, above the clock in milliseconds, and above the reader's cursor.
 */
export async function readFeed(storage: Storage, partner: string, query: FeedQuery): Promise<FeedPart> {
  const [[waiting] = [], part = []] = await storage.read([selectWaiting(partner), selectPart(partner, query)])
  // Only who needs what has no number yet takes part in numbering.
  const isEnough = !waiting || part.length === query.limit
  const rows = isEnough ? part : await numberAndSelect(storage, partner, query)
  const entries: (PartnerLead | UnsubscribedLead)[] = rows.map((row) => JSON.parse(String(row.payload)))
  return {
    leads: entries.filter((entry) => !isEvent(entry)),
    events: entries.filter(isEvent),
    next: Number(rows.at(-1)?.feed_number ?? query.after),
  }
}

function isEvent(entry: PartnerLead | UnsubscribedLead): entry is UnsubscribedLead {
  return 'event' in entry
}

async function numberAndSelect(storage: Storage, partner: string, query: FeedQuery): Promise<Row[]> {
  const results = await storage.atomic([
    ...storage.lock(`feed ${partner}`),
    assignNumbers(partner, query),
    selectPart(partner, query),
  ])
  return results.at(-1) ?? []
}

/** No honest cursor is as high; numbers above one that was made up would soon be too long for a cursor. */
const highest = 9e14

/** Numbers as many waiting leads as one read can need, so that a long backlog does not hold up the other writers. */
function assignNumbers(partner: string, { after, limit, now }: FeedQuery): Statement {
  const above = Math.min(Math.max(after, now), highest)
  const waiting = waitingOf(partner)
    .select(['id', 'due_at', 'subject_id', 'delivery'])
    .orderBy('due_at')
    .orderBy('subject_id')
    .orderBy('delivery')
    .limit(limit)
    .as('waiting')
  const last = sql<number>`(select max(number) from (
    select max(feed_number) as number from deliveries where partner = ${partner} and feed_number is not null
    union all select ${above}) as numbers)`
  const place = sql<number>`row_number() over (order by due_at, subject_id, delivery)`
  const numbered = db.selectFrom(waiting).select(['waiting.id', sql<number>`${last} + ${place}`.as('number')])
  return compile(
    db
      .updateTable('deliveries')
      .from(numbered.as('numbered'))
      .set((row) => ({
        feed_number: row.ref('numbered.number'),
        state: 'delivered',
        delivered_at: new Date(now).toISOString(),
      }))
      .whereRef('deliveries.id', '=', 'numbered.id')
      // PostgreSQL asks this again of a row that another transaction changed while it waited.
      .where('deliveries.state', '=', sql.lit('pending'))
      // Asked of the few that were found, or the database might look through all leads.
      .where(sql<boolean>`${sql.raw(mayLeave())}`),
  )
}

/** One row when a lead of the partner waits for its number. */
function selectWaiting(partner: string): Statement {
  return compile(waitingOf(partner).select('id').limit(1))
}

function waitingOf(partner: string) {
  return (
    db
      .selectFrom('deliveries')
      // Literals rather than values, or SQLite does not see that the partial index fits.
      .where('state', '=', sql.lit('pending'))
      .where('kind', '=', sql.lit('pull'))
      .where('partner', '=', partner)
  )
}

function selectPart(partner: string, { after, limit }: FeedQuery): Statement {
  return compile(
    db
      .selectFrom('deliveries')
      .select(['payload', 'feed_number'])
      .where('partner', '=', partner)
      .where('feed_number', '>', after)
      // What was erased keeps its number and says nothing any more.
      .where('payload', '!=', '')
      .orderBy('feed_number')
      .limit(limit),
  )
}
