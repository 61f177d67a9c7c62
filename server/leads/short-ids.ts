import { compile, type Storage } from '#server/storage'
import { db } from './tables.ts'

/** How many candidates are named at most. */
const most = 5

/**
 * The ids that begin with what somebody typed; a few of them, when there are many. Leads that came within a minute begin
 * alike.
 */
export async function idsThatBegin(storage: Storage, table: 'leads' | 'deliveries', typed: string): Promise<string[]> {
  const digits = typed.toLowerCase().replaceAll('-', '')
  if (!/^[0-9a-f]{1,32}$/.test(digits)) return []
  // Whole ids at both ends: databases that sort as people do ignore hyphens.
  const select = db
    .selectFrom(table)
    .select('id')
    .where('id', '>=', uuid(digits.padEnd(32, '0')))
    .where('id', '<=', uuid(digits.padEnd(32, 'f')))
    .orderBy('id')
    .limit(most)
  const [rows = []] = await storage.read([compile(select)])
  return rows.map(({ id }) => String(id))
}

function uuid(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
