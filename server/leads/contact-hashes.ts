import { setTimeout as sleep } from 'node:timers/promises'
import { contentHash } from '#engine/node'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { compile, type KeyedHash, keepSetting, rowInsert, type Statement, type Storage, setting } from '#server/storage'
import { ifStored } from './lifecycle.ts'
import { forgetQuota } from './messages.ts'
import { db, type LeadContactRow } from './tables.ts'

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

/**
 * What operators find a lead by that has this e-mail address or phone number (in E.164) among its answers. Capitals make
 * no difference.
 */
export function leadContact(hash: KeyedHash, contact: string): string {
  // As long as no two of them meet: there is an index of them.
  return hash('contact of a lead', contact.trim().toLowerCase()).slice(0, 22)
}

/** What a lead with these answers is found by: each e-mail address and phone number in them, once. */
export function leadContacts(hash: KeyedHash, answers: unknown): string[] {
  return [...new Set(contactsIn(answers).map((contact) => leadContact(hash, contact)))]
}

const none: string[] = []

/** Few answers have either sign, and looking for one costs less than the pattern. */
function isContact(answer: string): boolean {
  return (answer.startsWith('+') || answer.includes('@')) && /^(?:[^\s@]+@[^\s@]+|\+\d{6,15})$/.test(answer)
}

function contactsIn(answer: unknown): readonly string[] {
  if (typeof answer === 'string') return isContact(answer) ? [answer] : none
  return typeof answer === 'object' && answer !== null ? Object.values(answer).flatMap(contactsIn) : none
}

const leadContactRow = rowInsert<LeadContactRow>('lead_contacts', ['contact', 'lead_id'], (value) =>
  ifStored(value('lead_id')),
)

/** Goes behind the statement that stores the lead. */
export function insertContacts({ id, contacts }: { id: string; contacts: readonly string[] }): Statement[] {
  return contacts.map((contact) => leadContactRow({ contact, lead_id: id }))
}

/** Under which the installation keeps up to which lead `indexOldContacts` came; `done` when it came to the end. */
const indexedTo = 'lead contacts'

/**
 * Makes the leads be found by their contacts that an earlier version stored. It takes its time, and goes on where it was
 * when it was broken off. @returns how many leads it looked at
 */
export async function indexOldContacts(storage: Storage, hash: KeyedHash): Promise<number> {
  let count = 0
  for (let after = (await setting(storage, indexedTo)) ?? ''; after !== 'done'; ) {
    const select = db.selectFrom('leads').select(['id', 'answers']).where('id', '>', after).orderBy('id').limit(page)
    const [rows = []] = await storage.read([compile(select)])
    await storage.atomic(
      rows.flatMap(({ id, answers }) =>
        leadContacts(hash, JSON.parse(String(answers))).map((contact) => ({
          sql: `INSERT INTO lead_contacts (contact, lead_id) SELECT ?, id FROM leads WHERE id = ? AND erased_at IS NULL
            ON CONFLICT DO NOTHING`,
          parameters: [contact, id],
        })),
      ),
    )
    count += rows.length
    after = rows.length < page ? 'done' : String(rows.at(-1)?.id)
    await keepSetting(storage, indexedTo, after)
    await sleep(10)
  }
  return count
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
