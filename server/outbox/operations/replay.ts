import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { compile, db } from '../../storage/sql.ts'
import type { Storage } from '../../storage/storage.ts'
import type { DeliveryRow } from '../../storage/tables/tables.ts'

/** Which finished deliveries to send anew. */
export interface ReplayQuery {
  id?: string
  partner?: string
  /** Those given up, or those that arrived too. */
  states: readonly DeliveryRow['state'][]
}

/** How many were sent anew, and of how many nothing is left to send, because their lead was erased. */
export interface Replayed {
  sent: number
  erased: number
}

/** Deliveries in one transaction, so that visitors hardly wait. */
const batch = 500

/**
 * Sends deliveries anew, each as a message of its own with all its tries. Servers may run: they begin with the first
 * ones while the last are still looked for. Broken off, it can be called again, and goes on where it was.
 * @param onBatch told how many were looked at so far
 */
export async function replay(
  storage: Storage,
  query: ReplayQuery,
  now: number,
  onBatch: (seen: number) => void = () => {},
): Promise<Replayed> {
  const replayed = { sent: 0, erased: 0 }
  let seen = 0
  for (let after = ''; ; ) {
    const page = finished(query)
      .select(['id', sql<number>`CASE WHEN payload = '' THEN 1 ELSE 0 END`.as('erased')])
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
    const [rows = []] = await storage.read([compile(page)])
    const ids = rows.filter(({ erased }) => erased === 0).map(({ id }) => String(id))
    replayed.erased += rows.length - ids.length
    if (ids.length > 0) replayed.sent += await sendAnew(storage, query, ids, now)
    seen += rows.length
    onBatch(seen)
    if (rows.length < batch) return replayed
    after = String(rows.at(-1)?.id)
    await sleep(10)
  }
}

/** How many deliveries a replay would look at. */
export async function countFinished(storage: Storage, query: ReplayQuery): Promise<number> {
  const [[row] = []] = await storage.read([compile(finished(query).select(db.fn.countAll().as('count')))])
  return Number(row?.count)
}

function finished({ id, partner, states }: ReplayQuery) {
  // Those of erased leads are looked at too, to say that they are left out.
  let select = db
    .selectFrom('deliveries')
    .where('state', 'in', [...states, 'erased'])
    .where('kind', '!=', 'pull')
  if (id !== undefined) select = select.where('id', '=', id)
  if (partner !== undefined) select = select.where('partner', '=', partner)
  return select
}

async function sendAnew(storage: Storage, { states }: ReplayQuery, ids: string[], now: number): Promise<number> {
  const update = db
    .updateTable('deliveries')
    .set((row) => ({
      state: 'pending' as const,
      attempts: 0,
      due_at: now,
      lease_until: null,
      last_error: null,
      replay: row('replay', '+', 1),
    }))
    .where('id', 'in', ids)
    // Another replay, or an erasure, may have come first.
    .where('state', 'in', states)
    .where('payload', '<>', '')
  const [rows = []] = await storage.atomic([compile(update.returning('id'))])
  storage.notify()
  return rows.length
}
