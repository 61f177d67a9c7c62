import type { KeyedHash } from '../../secret-key.ts'
import { compile, db } from '../../storage/sql.ts'
import type { Storage } from '../../storage/storage.ts'
import type { SuppressionRow } from '../../storage/tables/tables.ts'
import { subscriberHash } from '../subscriber-hash.ts'

/** The brands that an address has unsubscribed from, whether it came back or not. */
export async function suppressionsOf(
  storage: Storage,
  hash: KeyedHash,
  email: string,
): Promise<Omit<SuppressionRow, 'address'>[]> {
  const select = db
    .selectFrom('suppressions')
    .select(['brand', 'since', 'lifted_at'])
    .where('address', '=', subscriberHash(hash, email))
    .orderBy('brand')
  const [rows = []] = await storage.read([compile(select)])
  return rows as unknown as Omit<SuppressionRow, 'address'>[]
}
