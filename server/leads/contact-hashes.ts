import { setTimeout as sleep } from 'node:timers/promises'
import { contentHash } from '#engine/node'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import type { KeyedHash, Statement, Storage } from '#server/storage'
import { forgetQuota } from './messages.ts'

const day = 24 * 60 * 60 * 1000

/** The longest time for which a definition may ask, in days; what belongs to no known partner is kept for so long. */
const mostDays = 365

/** Rows in one transaction, so that visitors hardly wait. */
const batch = 500

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

/** What an e-mail address is known by among erasures, and where it must be found again to be erased. Capitals make no difference. */
export function erasedAddress(hash: KeyedHash, address: string): string {
  return hash('erased address', address.trim().toLowerCase())
}

/** Forgets the contacts that no partner's `duplicateDays` count any more, and the days and mails that no limit does. */
export async function forgetContacts(
  storage: Storage,
  partners: Readonly<Record<string, PartnerDefinition>>,
  now: number,
): Promise<void> {
  const counted = Object.entries(partners).flatMap(([partner, { duplicateDays }]): [string, unknown[]][] =>
    duplicateDays === undefined ? [] : [['partner = ? AND seen_at <= ?', [partner, now - duplicateDays * day]]],
  )
  for (const [which, parameters] of [...counted, ['seen_at <= ?', [now - mostDays * day]] as const])
    await inBatches(storage, {
      sql: `DELETE FROM partner_contacts WHERE (partner, contact, lead_id) IN
        (SELECT partner, contact, lead_id FROM partner_contacts WHERE ${which} LIMIT ${batch}) RETURNING 1 AS gone`,
      parameters,
    })
  // A partner's own day is never further from ours.
  const past = new Date(now - 2 * day).toISOString().slice(0, 10)
  await storage.atomic([{ sql: 'DELETE FROM partner_days WHERE day < ?', parameters: [past] }, forgetQuota(now)])
}

async function inBatches(storage: Storage, statement: Statement): Promise<void> {
  for (;;) {
    const [gone = []] = await storage.atomic([statement])
    if (gone.length < batch) return
    await sleep(10)
  }
}
