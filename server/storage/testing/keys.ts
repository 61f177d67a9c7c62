import type { Storage } from '../storage.ts'

export const insert = "INSERT INTO partner_keys (id, partner, hash, created_at) VALUES (?, 'acme', ?, 'now')"

export function addKey(id: string, hash = id) {
  return { sql: insert, parameters: [id, hash] }
}

export async function keysOf(storage: Storage): Promise<unknown[]> {
  const [rows = []] = await storage.read([{ sql: 'SELECT id FROM partner_keys ORDER BY id', parameters: [] }])
  return rows.map((row) => row.id)
}
