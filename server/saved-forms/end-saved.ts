import { erasedAddress, finish } from '#server/leads'
import { erasing, type KeyedHash, type Statement, type Storage } from '#server/storage'

/** Whether a filling was saved for later. Rejects with StorageUnavailable. */
export async function isSaved(storage: Storage, filling: string): Promise<boolean> {
  const sql = 'SELECT 1 FROM saved_forms WHERE filling = ? LIMIT 1'
  const [rows = []] = await storage.read([{ sql, parameters: [filling] }])
  return rows.length > 0
}

/** The saved forms of an address, for its person: what is in them only their link opens. */
export async function savedFormsOf(
  storage: Storage,
  hash: KeyedHash,
  email: string,
): Promise<{ form: string; brand: string; savedAt: string; expiresAt: string }[]> {
  const sql = 'SELECT form, brand, saved_at, expires_at FROM saved_forms WHERE address = ? ORDER BY saved_at'
  const [rows = []] = await storage.read([{ sql, parameters: [erasedAddress(hash, email)] }])
  return rows.map((row) => ({
    ...{ form: String(row.form), brand: String(row.brand), savedAt: String(row.saved_at) },
    expiresAt: new Date(Number(row.expires_at)).toISOString(),
  }))
}

/** Erases the saved forms of a filling, which was sent. */
export function endSent(filling: string): Statement[] {
  return endSaved('filling = ?', [filling])
}

/** Erases the saved forms whose links are too old. @param now milliseconds since the epoch */
export function endExpired(now: number): Statement[] {
  return endSaved('expires_at <= ?', [now])
}

/** Erases the saved forms of an address. @param address as it is known here; see erasures.ts */
export function endOfAddress(address: string): Statement[] {
  return endSaved('address = ?', [address])
}

/**
 * Erases what came back with an older copy of the database for an address that was erased since.
 * @param erasedAt ISO 8601
 */
export function endErased(address: string, erasedAt: string): Statement[] {
  return endSaved('address = ? AND saved_at <= ?', [address, erasedAt])
}

/** Erases saved forms and cancels their mails that have not left: their links would lead nowhere. */
export function endSaved(condition: string, parameters: Statement['parameters']): Statement[] {
  return [
    ...finish({ sql: `SELECT mail_id FROM saved_forms WHERE ${condition}`, parameters }),
    { sql: `${erasing} DELETE FROM saved_forms WHERE ${condition}`, parameters },
  ]
}
