import { existsSync } from 'node:fs'
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { endAudit } from '#server/audit'
import type { LeadRecord } from '#server/leads'
import {
  allSuppressions,
  type EraseOptions,
  erasedAddress,
  eraseLeads,
  leadExists,
  leadsNotErased,
  leadsOfEmail,
  reapplySuppressions,
  type SuppressionRow,
  standaloneMails,
  standaloneMailsTo,
} from '#server/leads'
import { endResults, type StoredResults } from '#server/offers'
import { endErased, endOfAddress } from '#server/saved-forms'
import type { KeyedHash, Row, Statement, Storage } from '#server/storage'
import { openSecretKey, openSqlite, type Restored, restoreSqlite, sqliteFile } from '#server/storage'
import { endUploads } from '#server/uploads'

/** Columns that hold JSON as text. */
const json = ['answers', 'attribution', 'payload']

/** Erases what persons ask for, and sees to it that it stays erased. */
export interface Erasures {
  /** Erases one lead. @returns the lead, if it was there and not erased yet */
  lead(id: string, now: number): Promise<string[]>
  /**
   * Erases every lead with an e-mail address. It is noted also where there is none: an older copy may hold some.
   * @returns the leads that were erased now, and the mails that belong to none
   */
  email(address: string, now: number, onRead?: (leads: number) => void): Promise<string[]>
  /**
   * Erases anew what came back with an older copy of the database, however that was put in place. Looks through all leads
   * where the list beside the database knows of more erasures than it; otherwise costs next to nothing.
   * @returns how many leads were erased
   */
  renew(): Promise<number>
}

/**
 * Erasures are noted twice: in the database, where all servers find them, and in a file beside it, which no restore
 * takes back. Both hold keyed hashes of lead ids and addresses, which say nothing to who has the list alone.
 * @param file the list
 * @param describe what partners are told that have a lead; null where nobody is told
 */
export function openErasures(
  storage: Storage,
  hash: KeyedHash,
  file: string,
  describe: EraseOptions['describe'] = null,
): Erasures {
  const ofLead = (id: string) => hash('erased lead', id)
  const ofAddress = (address: string) => erasedAddress(hash, address)

  async function erase(
    ids: readonly string[],
    marks: readonly string[],
    now: number,
    more: readonly Statement[] = [],
  ): Promise<string[]> {
    const erasedAt = new Date(now).toISOString()
    const noted = marks.map((mark) => ({ mark, erasedAt }))
    const erased = await eraseLeads(storage, ids, now, {
      notes: [...endAudit(ids), ...endResults(ids), ...endUploads(ids), ...noted.map((each) => note(each, 1)), ...more],
      describe,
    })
    await appendErasures(file, noted)
    return erased
  }

  async function renew(): Promise<number> {
    const [rows = []] = await storage.read([{ sql: 'SELECT mark, erased_at FROM erasures', parameters: [] }])
    const stored = rows.map(toErasure)
    const listed = await readErasures(file)
    const missing = notIn(listed, stored)
    if (missing.length > 0) await storage.atomic(missing.map((each) => note(each, 0)))
    await appendErasures(file, notIn(stored, listed))
    return applyOpen()
  }

  /** Looks through all leads for what was not applied to them yet. */
  async function applyOpen(): Promise<number> {
    const [rows = []] = await storage.read([
      { sql: 'SELECT mark, erased_at FROM erasures WHERE applied = 0', parameters: [] },
    ])
    if (rows.length === 0) return 0
    const open = new Map(rows.map(toErasure).map(({ mark, erasedAt }) => [mark, erasedAt]))
    let erased = 0
    for await (const lead of remaining(storage)) {
      const erasedAt =
        open.get(ofLead(lead.id)) ??
        addressesIn(lead.answers)
          .map((text) => open.get(ofAddress(text)))
          .find(
            // Who came again after the erasure is here of their own will.
            (time) => time !== undefined && lead.receivedAt <= time,
          )
      if (erasedAt === undefined) continue
      const notes = [...endAudit([lead.id]), ...endResults([lead.id]), ...endUploads([lead.id])]
      erased += (await eraseLeads(storage, [lead.id], Date.parse(erasedAt), { notes, describe: null })).length
    }
    await storage.atomic([
      ...[...open].flatMap(([mark, erasedAt]) => [
        ...endErased(mark, erasedAt),
        { sql: 'UPDATE erasures SET applied = 1 WHERE mark = ?', parameters: [mark] },
      ]),
    ])
    return erased
  }

  return {
    async lead(id, now) {
      return (await leadExists(storage, id)) ? erase([id], [ofLead(id)], now) : []
    },
    async email(address, now, onRead) {
      const ids = await leadsOfEmail(storage, address, onRead)
      const mails = (await standaloneMailsTo(storage, address)).map(({ id }) => id)
      const mark = ofAddress(address)
      const erased = await erase([...ids, ...mails], [mark, ...ids.map(ofLead)], now, endOfAddress(mark))
      return [...erased, ...mails]
    },
    renew,
  }
}

function note({ mark, erasedAt }: Erasure, applied: 0 | 1): Statement {
  // A later erasure of the same address reaches the leads that came in between.
  const sql = `INSERT INTO erasures (mark, erased_at, applied) VALUES (?, ?, ?)
    ON CONFLICT (mark) DO UPDATE SET erased_at = excluded.erased_at, applied = excluded.applied
    WHERE excluded.erased_at > erasures.erased_at`
  return { sql, parameters: [mark, erasedAt, applied] }
}

/** Those that others do not have, or have from an earlier time only. */
function notIn(erasures: readonly Erasure[], others: readonly Erasure[]): Erasure[] {
  const latest = new Map<string, string>()
  for (const { mark, erasedAt } of others) if (erasedAt > (latest.get(mark) ?? '')) latest.set(mark, erasedAt)
  return erasures.filter(({ mark, erasedAt }) => erasedAt > (latest.get(mark) ?? ''))
}

function toErasure({ mark, erased_at }: Row): Erasure {
  return { mark: String(mark), erasedAt: String(erased_at) }
}

/** The leads, and the mails that belong to none, that are not erased. */
async function* remaining(storage: Storage): AsyncGenerator<{ id: string; receivedAt: string; answers: unknown }> {
  yield* leadsNotErased(storage)
  for await (const { id, receivedAt, mail } of standaloneMails(storage)) yield { id, receivedAt, answers: mail.to }
}

function addressesIn(answer: unknown): string[] {
  if (typeof answer === 'string') return answer.includes('@') ? [answer] : []
  return typeof answer === 'object' && answer !== null ? Object.values(answer).flatMap(addressesIn) : []
}

/** One erasure: the keyed hash of what was erased, and when (ISO 8601). */
interface Erasure {
  mark: string
  erasedAt: string
}

/** Where the list is. */
export function erasureFile(dataDir: string): string {
  return join(dataDir, 'erasures')
}

/** Reads the list of erasures beside the database; none where there is no file. Lines that are no entry are passed over. */
async function readErasures(file: string): Promise<Erasure[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return [...text.matchAll(/^([\w-]{43}) (\S+)$/gm)].map(([, mark = '', erasedAt = '']) => ({ mark, erasedAt }))
}

/** Adds to the list; it is on the disk when the promise resolves. */
async function appendErasures(file: string, erasures: readonly Erasure[]): Promise<void> {
  if (erasures.length === 0) return
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(file, 'a', 0o600)
  try {
    await handle.write(erasures.map(({ mark, erasedAt }) => `${mark} ${erasedAt}\n`).join(''))
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * All that is stored about one lead as one object, for its person or another program: no JSON within JSON.
 * @param results the page of its offers
 */
export function personData(
  { lead, consents, routings, deliveries, subscription }: LeadRecord,
  results: StoredResults | null = null,
): object {
  return {
    ...readable(lead),
    consents: consents.map(readable),
    routings: routings.map(readable),
    deliveries: deliveries.map(readable),
    ...(subscription && { subscription: readable(subscription) }),
    ...(results && { offers: results.offers }),
  }
}

function readable(row: Row): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) =>
      json.includes(name) && value !== null && value !== '' ? [name, JSON.parse(String(value))] : [name, value],
    ),
  )
}

/** Where the database is, and what keys its hashes (null: the key that it keeps). */
interface Place {
  dataDir: string
  secretKey: string | null
}

/**
 * Puts a backup in the place of the SQLite database of a data folder: see `restoreSqlite`. Who was erased since the
 * backup was made is erased from it before it is put in place, and who has unsubscribed stays so.
 */
export async function restoreLeads(
  source: string,
  { dataDir, secretKey }: Place,
  now: Date,
  onPhase?: (phase: string) => void,
): Promise<Restored> {
  const file = sqliteFile(dataDir)
  const present = await presentIn(file, secretKey)
  const suppressions = present?.suppressions ?? []

  async function eraseAgain(database: string): Promise<void> {
    const opened = await openSqlite(database)
    if (!opened.ok) throw new Error(opened.reason)
    const { storage } = opened
    try {
      const hash = present?.hash ?? (await openSecretKey(storage, secretKey))
      await openErasures(storage, hash, erasureFile(dataDir)).renew()
      await reapplySuppressions(storage, suppressions)
    } finally {
      await storage.close()
    }
  }

  const restored = await restoreSqlite(source, file, now, { onPhase, amend: eraseAgain })
  // For what was erased in between.
  if (restored.ok) await eraseAgain(file)
  return restored
}

/** What the database in use notes erasures by, and who has unsubscribed; null when there is none that can be read. */
async function presentIn(
  file: string,
  secretKey: string | null,
): Promise<{ hash: KeyedHash; suppressions: SuppressionRow[] } | null> {
  if (!existsSync(file)) return null
  const opened = await openSqlite(file)
  if (!opened.ok) return null
  const { storage } = opened
  try {
    return { hash: await openSecretKey(storage, secretKey), suppressions: await allSuppressions(storage) }
  } finally {
    await storage.close()
  }
}
