import { contentHash } from '#engine/node'
import type { KeyedHash, Storage } from '#server/storage'

/** Rows in one transaction. */
const page = 500

/**
 * What is kept of an e-mail address or phone number that a partner got. There are so few phone numbers that whoever has
 * a hash finds the number by trying; not without the key.
 */
export function contactHash(hash: KeyedHash, contact: string): string {
  return keyed(hash, contentHash(contact))
}

/** The hash of a hash, so that those which were kept without a key can be given one. */
function keyed(hash: KeyedHash, unkeyed: string): string {
  return hash('contact of a partner', unkeyed)
}

/** Gives the hashes the key that earlier versions kept without one. @returns how many they were */
export async function keyOldContacts(storage: Storage, hash: KeyedHash): Promise<number> {
  let count = 0
  for (let last = ['', '', '']; ; ) {
    const [rows = []] = await storage.read([
      {
        // The old hashes have 32 letters, the new ones more.
        sql: `SELECT partner, contact, lead_id FROM partner_contacts
          WHERE (partner, contact, lead_id) > (?, ?, ?) AND length(contact) = 32
          ORDER BY partner, contact, lead_id LIMIT ${page}`,
        parameters: last,
      },
    ])
    await storage.atomic(
      rows.map(({ partner, contact, lead_id: lead }) => ({
        sql: 'UPDATE partner_contacts SET contact = ? WHERE partner = ? AND contact = ? AND lead_id = ?',
        parameters: [keyed(hash, String(contact)), partner, contact, lead],
      })),
    )
    count += rows.length
    const next = rows.at(-1)
    if (!next || rows.length < page) return count
    last = [next.partner, next.contact, next.lead_id].map(String)
  }
}
