import { setTimeout as sleep } from 'node:timers/promises'
import { v7 } from 'uuid'
import type { Storage } from '#server/storage'
import { eraseLeads } from './erase.ts'

/** A mail to a visitor that belongs to no lead, and so is erased with none. */
interface StandaloneMail {
  /** The id of its subject, by which it is erased as a lead is. */
  id: string
  /** When it was made; ISO 8601. */
  receivedAt: string
  /** As the outbox holds it. */
  mail: Readonly<Record<string, unknown>> & { to: string }
}

/** How many are read, and how many erased, at a time. */
const page = 1000
const batch = 100

/** For how long they are kept, in days: no form says it of them. */
const keptFor = 30
const day = 24 * 60 * 60 * 1000

/** Literals, or SQLite does not see that the partial index fits. */
const notErased = "subject_kind = 'mail' AND payload <> ''"

/** The standalone mails that are not erased. */
export async function* standaloneMails(storage: Storage): AsyncGenerator<StandaloneMail> {
  for (let last = ['', '']; ; ) {
    const sql = `SELECT subject_id, id, payload FROM deliveries WHERE ${notErased} AND (subject_id, id) > (?, ?)
      ORDER BY subject_id, id LIMIT ${page}`
    const [rows = []] = await storage.read([{ sql, parameters: last }])
    for (const { subject_id: id, payload } of rows)
      yield { id: String(id), receivedAt: timeOf(String(id)), mail: JSON.parse(String(payload)) }
    const next = rows.at(-1)
    if (!next || rows.length < page) return
    last = [String(next.subject_id), String(next.id)]
  }
}

/** Those to an address, in capitals or not. */
export async function standaloneMailsTo(storage: Storage, address: string): Promise<StandaloneMail[]> {
  const wanted = address.trim().toLowerCase()
  const found: StandaloneMail[] = []
  for await (const one of standaloneMails(storage)) if (one.mail.to.toLowerCase() === wanted) found.push(one)
  return found
}

/** Erases the standalone mails whose time is over. @param now milliseconds since the epoch */
export async function eraseOldMails(storage: Storage, now: number): Promise<void> {
  // Ids of version 7 begin with their time: this is the least one of that moment.
  const first = v7({ msecs: now - keptFor * day, seq: 0, random: new Uint8Array(16) })
  const sql = `SELECT DISTINCT subject_id FROM deliveries WHERE ${notErased} AND subject_id < ? LIMIT ${batch}`
  for (;;) {
    const [rows = []] = await storage.read([{ sql, parameters: [first] }])
    const ids = rows.map((row) => String(row.subject_id))
    await eraseLeads(storage, ids, now)
    if (ids.length < batch) return
    await sleep(10)
  }
}

function timeOf(id: string): string {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toISOString()
}
