import type { Statement, Storage } from '#server/storage'
import type { Lead } from './lead.ts'
import { guard, ifStored } from './lifecycle.ts'

/**
 * Whether a lead counts among those that its form takes, as an SQL condition on its row: no test, not waiting for review,
 * and no subscription that was never confirmed. One that is erased later goes on to count.
 */
const accepted = `leads.test = 0 AND leads.suspicion IS NULL AND NOT EXISTS (SELECT 1 FROM subscriptions
  WHERE subscriptions.lead_id = leads.id AND subscriptions.confirmation_id IS NOT NULL
    AND subscriptions.confirmed_at IS NULL)`

/** How many a form has, counted to the number that its second parameter says. */
const counted = `(SELECT count(*) FROM (SELECT 1 FROM leads WHERE leads.form = ? AND ${accepted} LIMIT ?) AS counted)`

/** Goes before the statements that make a lead of a form count: who else does so waits. */
export function limitLock(storage: Storage, form: string): readonly Statement[] {
  return storage.lock(`form ${form}`)
}

/** Undoes the storing of a lead when its form has all the leads that it takes. A repeat is none that is stored. */
export function guardLimit(
  { id, form, test, suspicion, subscription }: Pick<Lead, 'id' | 'form' | 'test' | 'suspicion' | 'subscription'>,
  limit: number,
): Statement {
  const counts = !test && suspicion === null && !subscription?.isHeld
  const most = counts ? limit : limit - 1
  return {
    sql: `INSERT INTO guards (holds) SELECT NULL ${ifStored('?')} AND ${counted} > ?`,
    parameters: [id, form, most + 1, most],
  }
}

/** Undoes a transaction that made more leads of a form count than it takes. */
export function guardConfirmed(form: string, limit: number): Statement {
  return guard(`${counted} > ?`, [form, limit + 1, limit])
}

/**
 * How many leads forms have that count, none more than its limit. Rejects with StorageUnavailable.
 * @param limits form → how many it takes
 */
export async function countAccepted(
  storage: Storage,
  limits: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const forms = [...limits]
  if (forms.length === 0) return new Map()
  const rows = await storage.read(
    forms.map(([form, limit]) => ({ sql: `SELECT ${counted} AS taken`, parameters: [form, limit] })),
  )
  return new Map(forms.map(([form], index) => [form, Number(rows[index]?.[0]?.taken ?? 0)]))
}
