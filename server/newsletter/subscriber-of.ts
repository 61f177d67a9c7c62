import type { Storage } from '../storage/storage.ts'
import type { Addressee } from './suppressions.ts'

/** The last lead by which an address has subscribed at a brand, and has not unsubscribed; null where there is none. */
export async function subscriberOf(
  storage: Storage,
  { address, brand }: Addressee,
): Promise<{ lead: string; answers: string } | null> {
  const sql = `SELECT leads.id, leads.answers FROM subscriptions JOIN leads ON leads.id = subscriptions.lead_id
    WHERE subscriptions.address = ? AND subscriptions.brand = ? AND subscriptions.state IN ('pending', 'confirmed')
    ORDER BY leads.id DESC LIMIT 1`
  const [[row] = []] = await storage.read([{ sql, parameters: [address, brand] }])
  return row ? { lead: String(row.id), answers: String(row.answers) } : null
}
