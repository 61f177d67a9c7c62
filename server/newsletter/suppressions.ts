import type { ResolvedForm } from '#engine/core/definition/form.ts'
import { ifStored } from '../leads/if-stored.ts'
import type { KeyedHash } from '../secret-key.ts'
import type { Statement, Storage } from '../storage/storage.ts'
import { subscriberHash } from './subscriber-hash.ts'

/** An address, as a keyed hash, and a brand, by its id. */
export interface Addressee {
  address: string
  brand: string
}

/** Under which everything that changes whether a brand may write to an address is done one after the other. */
export function subscriptionLock(address: string): string {
  return `subscription ${address}`
}

/** Whether who sends a form that is enough to subscribe has unsubscribed from the brand before. Rejects with StorageUnavailable. */
export async function isSuppressed(
  storage: Storage,
  hash: KeyedHash,
  { form, email, brand }: { form: ResolvedForm; email: string | null; brand: string },
): Promise<boolean> {
  if (!form.subscription || form.subscription.confirm !== undefined || email === null) return false
  const sql = 'SELECT since FROM suppressions WHERE address = ? AND brand = ? AND lifted_at IS NULL'
  const [rows = []] = await storage.read([{ sql, parameters: [subscriberHash(hash, email), brand] }])
  return rows.length > 0
}

/** Undoes the transaction that stores a lead when its address has unsubscribed meanwhile. */
export function guardSuppression({ address, brand }: Addressee, lead: string): Statement {
  return {
    sql: `INSERT INTO guards (holds) SELECT NULL ${ifStored('?')}
      AND EXISTS (SELECT 1 FROM suppressions WHERE address = ? AND brand = ? AND lifted_at IS NULL)`,
    parameters: [lead, address, brand],
  }
}

/** @param at ISO 8601 */
export function suppress({ address, brand }: Addressee, at: string): Statement {
  return {
    sql: `INSERT INTO suppressions (address, brand, since) VALUES (?, ?, ?)
      ON CONFLICT (address, brand) DO UPDATE SET since = excluded.since, lifted_at = NULL
      WHERE suppressions.lifted_at IS NOT NULL`,
    parameters: [address, brand, at],
  }
}

/** Whoever confirms a subscription wants mails again. @param at ISO 8601 */
export function liftSuppression({ address, brand }: Addressee, at: string): Statement {
  return {
    sql: 'UPDATE suppressions SET lifted_at = ? WHERE address = ? AND brand = ? AND lifted_at IS NULL',
    parameters: [at, address, brand],
  }
}
