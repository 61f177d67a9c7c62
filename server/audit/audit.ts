import { createHash, randomBytes } from 'node:crypto'
import {
  erasing,
  type KeyedHash,
  type Row,
  type Statement,
  StatementFailed,
  type Storage,
  setting,
  settingKept,
} from '#server/storage'

/** What a person does. */
export interface Deed {
  /** The id of a person, or `command line` and the name of the system's user. */
  who: string
  /** A noun and a verb, such as `lead.read`. */
  action: string
  /** The kind and id of what it is done to, such as `lead 0190…`. */
  object: string
  /** The id of the lead whose person the entry tells of; it is erased with the lead. */
  subject?: string
  /** What was there before, and what is there now. Only salted hashes of them are stored. */
  before?: unknown
  after?: unknown
  /** What else there is to say, such as the name of a partner. No personal data. */
  detail?: string
  /** An SQL condition without which nothing happens, so that there is no entry. */
  when?: Statement
  /** An SQL condition that only the deed makes true: where it held before or does not hold after, there is no entry. */
  done?: Statement
}

/** What an entry tells, which goes when its subject is erased. */
interface Content {
  object: string
  before: string | null
  after: string | null
  detail: string | null
}

/** An entry as it is listed. The text is null where its subject was erased. */
export interface AuditEntry {
  number: number
  at: string
  who: string
  action: string
  content: Content | null
}

/** Records deeds. */
export interface Audit {
  /**
   * A storage whose changes are recorded: each call of `atomic` appends an entry of the deed to its transaction, so that
   * neither is there without the other. Whatever else works on storages works on it.
   */
  recording(deed: Deed): Storage
  /** Records a deed that changes nothing, such as reading. */
  record(deed: Deed): Promise<void>
}

/** What begins the chain. */
const beginning = ''

/** What the key of the chain is used for. */
const purpose = 'audit'

/**
 * Opens the audit. The hash of each entry is keyed and includes that of the entry before it: who can write to the database
 * alone can neither alter, remove nor insert an entry without being found out.
 * @param now milliseconds since the epoch
 */
export function openAudit(storage: Storage, hash: KeyedHash, now: () => number): Audit {
  let last: Promise<unknown> = Promise.resolve()

  /** One after the other in this process, so that they seldom collide; other processes may still come between. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const mine = last.then(run, run)
    last = mine.catch(() => {})
    return mine
  }

  /** The newest entry, where nothing that changes the database was recorded since. */
  let known: Head | null = null

  async function append(statements: readonly Statement[], deed: Deed): Promise<Row[][]> {
    known = null
    for (;;) {
      const head = await headOf(storage)
      try {
        const { before, after } = entryAfter(head, deed, { hash, at: new Date(now()).toISOString() })
        const results = await storage.atomic([...before, ...statements, ...after])
        return results.slice(before.length, before.length + statements.length)
      } catch (error) {
        if (!(await isTaken(error, head))) throw error
      }
    }
  }

  /** Appends the entry of a deed that changes nothing: who reads waits neither for leads that arrive nor for a look. */
  async function note(deed: Deed): Promise<void> {
    for (;;) {
      const assumed = known
      known = null
      const head = assumed ?? (await headOf(storage))
      // A restore may have taken it away.
      const safe = assumed ? { ...deed, when: bothHold(deed.when, isEntry(assumed)) } : deed
      try {
        const { after, newest } = entryAfter(head, safe, { hash, at: new Date(now()).toISOString() })
        const [inserted = []] = await storage.alone(after)
        if (inserted.length > 0) known = newest
        if (known || !assumed) return
      } catch (error) {
        if (!(await isTaken(error, head))) throw error
      }
    }
  }

  async function isTaken(error: unknown, head: Head): Promise<boolean> {
    return error instanceof StatementFailed && (await headOf(storage)).number !== head.number
  }

  return {
    recording: (deed) => ({ ...storage, atomic: (statements) => inTurn(() => append(statements, deed)) }),
    record: (deed) => inTurn(() => note(deed)),
  }
}

/** The newest entry. */
interface Head {
  number: number
  hash: string
}

const headName = 'audit head'

function headText({ number, hash }: Head): string {
  return `${number} ${hash}`
}

async function headOf(storage: Storage): Promise<Head> {
  const [[row] = []] = await storage.read([
    { sql: 'SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1', parameters: [] },
  ])
  return row ? { number: Number(row.number), hash: String(row.hash) } : { number: 0, hash: beginning }
}

/** Whether an entry is there, as an SQL condition. */
function isEntry({ number, hash }: Head): Statement {
  return { sql: 'EXISTS (SELECT 1 FROM audit WHERE number = ? AND hash = ?)', parameters: [number, hash] }
}

function bothHold(one: Statement | undefined, other: Statement): Statement {
  return one ? { sql: `(${one.sql}) AND ${other.sql}`, parameters: [...one.parameters, ...other.parameters] } : other
}

/** What writes an entry, before and after what the deed changes, and the entry itself. */
function entryAfter(
  head: Head,
  { who, action, object, subject, before, after, detail, when, done }: Deed,
  { hash, at }: { hash: KeyedHash; at: string },
): Record<'before' | 'after', Statement[]> & { newest: Head } {
  const condition = done ? { ...done, sql: `NOT (${done.sql})` } : when
  const salt = randomBytes(16).toString('base64url')
  const salted = (value: unknown) => (value === undefined ? null : sha256(`${salt} ${JSON.stringify(value)}`))
  const content = JSON.stringify({
    object,
    before: salted(before),
    after: salted(after),
    detail: detail ?? null,
  } satisfies Content)
  const number = head.number + 1
  const contentHash = sha256(`${salt} ${subject ?? ''} ${content}`)
  const own = chained(hash, { previous: head.hash, number, at, who, action, contentHash })
  const insert = {
    sql: `INSERT INTO audit (number, at, who, action, subject, content, salt, content_hash, hash)
      SELECT ${Array(9).fill('?').join(', ')} WHERE ${condition?.sql ?? '1 = 1'} RETURNING number`,
    parameters: [
      number,
      at,
      who,
      action,
      subject ?? null,
      content,
      salt,
      contentHash,
      own,
      ...(condition?.parameters ?? []),
    ],
  }
  // The head is kept apart too: who removes the last entries would have to know that.
  const newest = { number, hash: own }
  const keep = settingKept(headName, headText(newest), isEntry(newest))
  if (!done) return { before: [], after: [insert, keep], newest }
  const sql = `DELETE FROM audit WHERE number = ? AND hash = ? AND NOT (${done.sql})`
  return { before: [insert], after: [{ sql, parameters: [number, own, ...done.parameters] }, keep], newest }
}

interface Chained {
  previous: string
  number: number
  at: string
  who: string
  action: string
  contentHash: string
}

function chained(hash: KeyedHash, { previous, number, at, who, action, contentHash }: Chained): string {
  return hash(purpose, JSON.stringify([previous, number, at, who, action, contentHash]))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/**
 * Erases what the audit tells of leads, in the transaction that erases them. The hashes stay, so the chain still verifies.
 * @param subjects the ids of the leads
 */
export function endAudit(subjects: readonly string[]): Statement[] {
  if (subjects.length === 0) return []
  const sql = `${erasing} UPDATE audit SET subject = NULL, content = NULL, salt = NULL
    WHERE subject IN (${subjects.map(() => '?').join(', ')})`
  return [{ sql, parameters: subjects }]
}

/** Lists entries, newest first. @param before only those with a lower number; `subject`: only those about this lead */
export async function listAudit(
  storage: Storage,
  { limit, before, subject }: { limit: number; before?: number; subject?: string },
): Promise<AuditEntry[]> {
  const conditions = [
    ...(before === undefined ? [] : [['number < ?', before] as const]),
    ...(subject === undefined ? [] : [['subject = ?', subject] as const]),
  ]
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(([sql]) => sql).join(' AND ')}`
  const [rows = []] = await storage.read([
    {
      sql: `SELECT number, at, who, action, content FROM audit ${where} ORDER BY number DESC LIMIT ${limit}`,
      parameters: conditions.map(([, value]) => value),
    },
  ])
  return rows.map(({ number, at, who, action, content }) => ({
    ...{ number: Number(number), at: String(at), who: String(who), action: String(action) },
    content: content === null ? null : JSON.parse(String(content)),
  }))
}

/** What was found of the chain. */
export interface AuditVerified {
  entries: number
  /** Entries whose subject was erased: what they said is gone. */
  erased: number
  /** The number and hash of the newest entry; null when there is none. */
  head: string | null
  /** What is wrong, entry by entry; empty when the chain holds. */
  problems: string[]
}

const page = 1000

/**
 * Verifies the chain, entry by entry.
 * @param earlier a head that an earlier run reported: an entry that must still be there
 */
export async function verifyAudit(storage: Storage, hash: KeyedHash, earlier?: string): Promise<AuditVerified> {
  const found: AuditVerified = { entries: 0, erased: 0, head: null, problems: [] }
  // Read first: what is appended meanwhile comes after it.
  const newest = await setting(storage, headName)
  const wanted = new Map<string, string>()
  if (newest !== null) wanted.set(newest, `The newest entry was ${newest.split(' ')[0]}, but it is missing.`)
  if (earlier !== undefined) wanted.set(earlier, 'The entry with the given head is missing.')
  let [number, previous] = [0, beginning]
  for (;;) {
    const [rows = []] = await storage.read([
      { sql: `SELECT * FROM audit WHERE number > ? ORDER BY number LIMIT ${page}`, parameters: [number] },
    ])
    for (const row of rows) {
      const expected = number + 1
      number = Number(row.number)
      if (number !== expected) found.problems.push(`Entries ${expected} to ${number - 1} are missing.`)
      const { at, who, action, content_hash: contentHash } = row
      const said = { at: String(at), who: String(who), action: String(action), contentHash: String(contentHash) }
      const content = row.salt === null ? null : sha256(`${row.salt} ${row.subject ?? ''} ${row.content}`)
      if (content === null) found.erased++
      if (chained(hash, { previous, number, ...said }) !== row.hash || (content !== null && content !== contentHash))
        found.problems.push(`Entry ${number} was altered, or the one before it was altered, removed or inserted.`)
      previous = String(row.hash)
      found.head = headText({ number, hash: previous })
      wanted.delete(found.head)
      found.entries++
    }
    if (rows.length < page) break
  }
  found.problems.push(...wanted.values())
  return found
}
