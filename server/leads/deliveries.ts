import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { compile, erasing, type Row, type Statement, type Storage, skipLocked } from '#server/storage'
import { cancelled, type DeliveryState, guard, isGuarded, mayBe, mayLeave, type Topic, toPending } from './lifecycle.ts'
import { countScheduled } from './messages.ts'
import type { DeliveryRow } from './tables.ts'
import { db } from './tables.ts'

/** A delivery that this process holds until `leaseUntil`. `attempt` counts from 1 and includes this one. */
export interface ClaimedDelivery {
  id: string
  /** The id of what it is about. */
  subject: string
  partner: string
  delivery: string
  topic: Topic
  kind: DeliveryRow['kind']
  /** How often an operator replayed it. */
  replay: number
  payload: string
  /** The partner's own id of the lead, where it gave one before. */
  externalId: string | null
  attempt: number
  leaseUntil: number
  /** Whether its lead is a test. */
  isTest: boolean
}

/** Which deliveries to claim: up to `limit` of one partner, due at `now`. Times are milliseconds since the epoch. */
export interface Claim {
  partner: string
  limit: number
  now: number
  leaseUntil: number
  /** Those that this process is sending just now: not even a clock that jumps makes them free. */
  underWay: readonly string[]
  /** What is due or leased later than this was written under a wrong clock. */
  latest: number
}

/** What an attempt changes about its delivery. */
export type Outcome = { state: Exclude<DeliveryState, 'held' | 'scheduled'> } & Pick<DeliveryRow, 'last_error'> &
  Partial<Pick<DeliveryRow, 'due_at' | 'delivered_at' | 'attempts' | 'payload' | 'external_id' | 'cancel_reason'>>

/**
 * How one try went. `gone`: the partner wants no more of it; `failed`: worth another try; `waiting`: it could not even
 * begin, for want of something in the environment, and uses up no try; `over`: it is not needed any more; `bounced`:
 * a visitor's address has no mailbox; `rejected`: the partner does not want this lead, whatever happens.
 */
export type AttemptOutcome =
  | {
      kind: 'delivered'
      /** What is kept of the payload, where that is not all of it. */
      kept?: string
      /** The partner's own id of the lead. */
      externalId?: string
      /** What the partner replied, where its delivery asks for offers: JSON, or why there is none. */
      reply?: { ok: true; json: unknown } | { ok: false; reason: string }
    }
  | { kind: 'rejected'; error: string }
  | { kind: 'over' }
  | { kind: 'gone'; error: string }
  | { kind: 'bounced'; error: string }
  /** `dueAt`: when to look again, in milliseconds since the epoch; in some minutes when left out. */
  | { kind: 'waiting'; error: string; dueAt?: number }
  | { kind: 'failed'; error: string; retryAfter: string | null }

/** Nothing waits so long, in ms: the longest pause between two attempts is 29 hours, and a lease a minute. */
const implausible = 48 * 60 * 60 * 1000

/** For how long a subscription can be confirmed once its mail was sent, in ms. */
const confirmableFor = 7 * 24 * 60 * 60 * 1000

/**
 * Reads the partners that deliveries wait for; those that are pulled are not sent.
 *
 * A recursive query instead of DISTINCT, to hop through the index from partner to partner: a partner with a million
 * waiting deliveries then costs one step.
 */
export const selectWaitingPartners: Statement = {
  sql: `
    WITH RECURSIVE waiting (partner) AS (
      SELECT min(partner) FROM deliveries WHERE state = 'pending' AND kind <> 'pull'
      UNION ALL
      SELECT (SELECT min(d.partner) FROM deliveries d
              WHERE d.state = 'pending' AND d.kind <> 'pull' AND d.partner > waiting.partner)
      FROM waiting WHERE waiting.partner IS NOT NULL
    )
    SELECT partner FROM waiting WHERE partner IS NOT NULL`,
  parameters: [],
}

/** The partners that deliveries wait for, and whether the time of a scheduled one has come. */
export async function waiting(storage: Storage, now: number): Promise<{ partners: string[]; isScheduledDue: boolean }> {
  const [partners = [], scheduled = []] = await storage.read([selectWaitingPartners, selectScheduled(now, 1)])
  return { partners: partners.map(({ partner }) => String(partner)), isScheduledDue: scheduled.length > 0 }
}

/**
 * Claims due deliveries of several partners.
 *
 * The attempt counts from the claim: one that takes the process down with it still uses up a try. A lease that ran out
 * may be claimed again, since its holder is gone.
 * @param isClockRight otherwise nothing that seems to be written under a wrong clock is taken from who holds it
 */
export async function claim(
  storage: Storage,
  claims: readonly Omit<Claim, 'latest'>[],
  isClockRight: boolean,
): Promise<ClaimedDelivery[]> {
  if (claims.length === 0) return []
  const statements = claims.flatMap((claim) => {
    const latest = isClockRight ? claim.now + implausible : Number.MAX_SAFE_INTEGER
    return [bringForward({ ...claim, latest }), claimDue({ ...claim, latest })]
  })
  return (await storage.atomic(statements)).flat().map(toClaimed)
}

/** Makes a partner's deliveries due now that would wait until a clock which was ahead is there again. */
export function bringForward({ partner, now, latest }: Claim): Statement {
  return {
    sql: `UPDATE deliveries SET due_at = ?
      WHERE state = 'pending' AND kind <> 'pull' AND partner = ? AND due_at > ?`,
    parameters: [now, partner, latest],
  }
}

/** Whether a notice has to wait: its partner reads of the lead before it reads that the lead was withdrawn. */
const isAfterLead = `(deliveries.topic = 'unsubscribe-notice' AND EXISTS (SELECT 1 FROM deliveries AS own
  WHERE own.subject_id = deliveries.subject_id AND own.partner = deliveries.partner
    AND own.delivery = deliveries.delivery AND own.topic = 'lead' AND own.lease_until > deliveries.due_at))`

/** How much later a notice is looked at again, in ms. */
const notLong = 1000

/**
 * Takes what is due and cannot leave out of the way of what is behind it: what may not leave any more is cancelled, and a
 * notice that has to wait is looked at again in a second. For when a claim finds nothing.
 */
export async function clearBlocked(storage: Storage, partners: readonly string[], now: number): Promise<void> {
  if (partners.length > 0) await storage.atomic(partners.flatMap((partner) => clear(partner, now)))
}

function clear(partner: string, now: number): Statement[] {
  const first = `id IN (SELECT id FROM deliveries WHERE state = 'pending' AND kind <> 'pull' AND partner = ? AND due_at <= ?
    AND (lease_until IS NULL OR lease_until <= ?) ORDER BY due_at LIMIT 50)`
  return [
    {
      sql: `${erasing} UPDATE deliveries SET ${cancelled('unsubscribe')} WHERE ${first} AND NOT (${mayLeave()})`,
      parameters: [partner, now, now],
    },
    {
      sql: `UPDATE deliveries SET due_at = ? WHERE ${first} AND ${isAfterLead}`,
      parameters: [now + notLong, partner, now, now],
    },
  ]
}

/** Claims due deliveries and returns them. What may not leave any more is left, whatever its state says. */
export function claimDue({ partner, limit, now, leaseUntil, underWay, latest }: Claim): Statement {
  const free = db
    .selectFrom('deliveries')
    .select('id')
    // Literals rather than values, or SQLite does not see that the partial index fits.
    .where('state', '=', sql.lit('pending'))
    .where('kind', '<>', sql.lit('pull'))
    .where('partner', '=', partner)
    .where('due_at', '<=', now)
    .where((row) =>
      row.or([row('lease_until', 'is', null), row('lease_until', '<=', now), row('lease_until', '>', latest)]),
    )
  const due = (underWay.length === 0 ? free : free.where('id', 'not in', underWay))
    .orderBy('due_at')
    .limit(limit)
    .modifyEnd(sql.raw(skipLocked))
  return compile(
    db
      // By itself PostgreSQL may run the query several times, and claim more than the limit.
      .with(
        (name) => name('due').materialized(),
        () => due,
      )
      .updateTable('deliveries')
      .set((row) => ({ lease_until: leaseUntil, attempts: row('attempts', '+', 1) }))
      .where('id', 'in', (query) => query.selectFrom('due').select('id'))
      // PostgreSQL asks this again of a row that another transaction changed while it waited.
      .where('state', '=', sql.lit('pending'))
      // Asked of the few that were found, or the database might look through all leads.
      .where(sql<boolean>`${sql.raw(mayLeave())} AND NOT ${sql.raw(isAfterLead)}`)
      .returning([
        ...(['id', 'subject_id', 'partner', 'delivery', 'topic', 'kind', 'replay', 'payload'] as const),
        ...(['attempts', 'lease_until'] as const),
        sql<string | null>`coalesce(external_id, (SELECT own.external_id FROM deliveries AS own
          WHERE own.subject_id = deliveries.subject_id AND own.partner = deliveries.partner
            AND own.delivery = deliveries.delivery AND own.topic = 'lead'))`.as('external_id'),
        sql<number>`(SELECT leads.test FROM leads WHERE leads.id = deliveries.subject_id)`.as('test'),
      ]),
  )
}

/** Reads a row that `claimDue` returned. */
export function toClaimed(row: Row): ClaimedDelivery {
  return {
    id: String(row.id),
    subject: String(row.subject_id),
    partner: String(row.partner),
    delivery: String(row.delivery),
    topic: String(row.topic) as Topic,
    kind: String(row.kind) as DeliveryRow['kind'],
    replay: Number(row.replay),
    payload: String(row.payload),
    externalId: row.external_id === null ? null : String(row.external_id),
    attempt: Number(row.attempts),
    leaseUntil: Number(row.lease_until),
    isTest: row.test === 1,
  }
}

/**
 * Writes what an attempt came to and gives the lease back. A holder whose lease ran out does not overwrite what the next
 * one wrote. What was cancelled while it was on its way stays so; that it arrived is kept all the same. A notice about an
 * erased lead is emptied once it is settled.
 * @param now milliseconds since the epoch
 */
export function recordOutcome(
  { id, attempt, replay, leaseUntil, topic, subject }: ClaimedDelivery,
  outcome: Outcome,
  now: number,
): Statement[] {
  const statement = compile(
    db
      .updateTable('deliveries')
      .set((row) => ({ ...outcome, lease_until: null, tries: sql`${row.ref('tries')} || ${triedAs(outcome, now)}` }))
      .where('id', '=', id)
      .where('attempts', '=', attempt)
      .where('lease_until', '=', leaseUntil)
      .where('replay', '=', replay)
      .where('state', '=', 'pending'),
  )
  const isOver = outcome.state !== 'pending'
  return [
    {
      sql: `UPDATE deliveries SET lease_until = NULL, delivered_at = coalesce(delivered_at, CAST(? AS TEXT))
        WHERE id = ? AND attempts = ? AND lease_until = ? AND replay = ? AND state <> 'pending'`,
      parameters: [outcome.delivered_at ?? null, id, attempt, leaseUntil, replay],
    },
    // What took the place of the payload holds a token no more.
    outcome.payload === undefined ? statement : { ...statement, sql: `${erasing} ${statement.sql}` },
    ...(topic === 'confirmation' && isOver
      ? [
          {
            sql: `UPDATE mail_tokens SET expires_at = ? WHERE lead_id = ? AND purpose = 'confirm' AND expires_at IS NULL
              AND EXISTS (SELECT 1 FROM deliveries WHERE id = ? AND state <> 'pending')`,
            parameters: [now + confirmableFor, subject, id],
          },
        ]
      : []),
    ...(topic === 'unsubscribe-notice' && isOver
      ? [
          {
            sql: `${erasing} UPDATE deliveries SET payload = '', external_id = NULL, tries = '' WHERE id = ? AND state = 'delivered'
              AND EXISTS (SELECT 1 FROM leads WHERE id = ? AND erased_at IS NOT NULL)`,
            parameters: [id, subject],
          },
        ]
      : []),
  ]
}

/** A line of `tries`. */
function triedAs({ state, last_error: error }: Outcome, now: number): string {
  return `${new Date(now).toISOString()} ${state} ${(error ?? '').replace(/\s+/g, ' ').slice(0, 500)}\n`
}

/** One try of a delivery, as it ended. */
export interface Try {
  /** ISO 8601. */
  at: string
  /** The state that it led to. */
  state: string
  /** What the receiver answered, cut; '' where there is nothing to say. */
  said: string
}

/** Reads `tries` of a row, oldest first. */
export function triesOf(tries: string): Try[] {
  return Array.from(tries.matchAll(/^(\S+) (\S+) (.*)$/gm), ([, at = '', state = '', said = '']) => ({
    at,
    state,
    said,
  }))
}

/**
 * Writes what an attempt came to, and in the same transaction what else it changes. Only the first where the delivery is not
 * this attempt's any more: its lease ran out and another attempt began, or its lead was withdrawn meanwhile.
 * @param more statements without rows of their own
 */
export async function settle(
  storage: Storage,
  delivery: ClaimedDelivery,
  outcome: Outcome,
  now: number,
  more: readonly Statement[],
): Promise<void> {
  const record = recordOutcome(delivery, outcome, now)
  const { id, attempt, replay } = delivery
  const isOurs = guard(
    `NOT EXISTS (SELECT 1 FROM deliveries
      WHERE id = ? AND attempts = ? AND replay = ? AND state = ? AND lease_until IS NULL)`,
    [id, attempt, replay, outcome.state],
  )
  try {
    await storage.atomic(more.length > 0 ? [...record, isOurs, ...more] : record)
  } catch (error) {
    if (!isGuarded(error)) throw error
    await storage.atomic(record)
  }
}

/**
 * Makes due now what waits for the environment: a server that starts may have what was missing. Such a delivery shows
 * that it has an error and no attempts.
 */
export function retryWaiting(storage: Storage, now: number): Promise<unknown> {
  const statement = {
    sql: `UPDATE deliveries SET due_at = ?
      WHERE state = 'pending' AND kind <> 'pull' AND attempts = 0 AND last_error IS NOT NULL AND due_at > ?`,
    parameters: [now, now],
  }
  return storage.atomic([statement])
}

/** How long a reminder waits for its subscription to be confirmed before it is looked at again, in ms. */
const notYet = 5 * 60 * 1000

/** The scheduled deliveries whose time has come. */
export function selectScheduled(now: number, limit = 200): Statement {
  return {
    sql: `SELECT id, subject_id, address, topic FROM deliveries WHERE state = 'scheduled' AND due_at <= ?
      ORDER BY due_at LIMIT ${limit}`,
    parameters: [now],
  }
}

/**
 * Makes scheduled deliveries due whose time has come. A mail leaves if its address has room for its topic; otherwise it
 * waits until there is. Of several delayed receipts for an address, or sign-ups for a form, the last one leaves.
 * @param now milliseconds since the epoch
 */
export async function activate(storage: Storage, now: number): Promise<void> {
  const [rows = []] = await storage.read([selectScheduled(now)])
  // In short transactions: a lead that is posted meanwhile may be stored in the same one.
  for (let first = 0; first < rows.length; first += activatedAtOnce)
    await storage.atomic(activateAll(rows.slice(first, first + activatedAtOnce), now))
}

/** How many deliveries are made due in one transaction: a mail needs several statements. */
const activatedAtOnce = 10

function activateAll(rows: readonly Row[], now: number): Statement[] {
  const ids = rows.map(({ id }) => String(id))
  const these = (some: readonly string[]) => `id IN (${some.map(() => '?').join(', ')})`
  const isUnconfirmed = `EXISTS (SELECT 1 FROM subscriptions
    WHERE subscriptions.lead_id = deliveries.subject_id AND subscriptions.state = 'pending')`
  const wait = {
    sql: `UPDATE deliveries SET due_at = ? WHERE ${these(ids)} AND state = 'scheduled' AND due_at <= ?
      AND NOT (${mayLeave()}) AND ${isUnconfirmed}`,
    parameters: [now + notYet, ...ids, now],
  }
  const stop = {
    sql: `${erasing} UPDATE deliveries SET ${cancelled('unsubscribe')} WHERE ${these(ids)} AND ${mayBe('activate')}
      AND NOT (${mayLeave()}) AND NOT ${isUnconfirmed}`,
    parameters: ids,
  }
  const start = (some: readonly string[], condition: string) => ({
    sql: `UPDATE deliveries SET ${toPending('?')} WHERE ${these(some)} AND due_at <= ? AND ${mayBe('activate')}
      AND ${mayLeave()} AND ${condition}`,
    parameters: [now, ...some, now],
  })
  const isStill = `EXISTS (SELECT 1 FROM deliveries WHERE id = ? AND state = 'scheduled' AND due_at <= ?)`
  const mails = rows.flatMap(({ id, subject_id, address, topic }) =>
    address === null
      ? []
      : [{ id: String(id), subject: String(subject_id), address: String(address), topic: String(topic) as Topic }],
  )
  const others = rows.flatMap(({ id, address }) => (address === null ? [String(id)] : []))
  return [
    ...mails.flatMap(supersede),
    wait,
    stop,
    ...(others.length > 0 ? [start(others, '1 = 1')] : []),
    ...mails.flatMap((mail) => {
      const { count, isCounted, delay } = countScheduled(mail, now)
      const { sql, parameters } = count
      return [
        { sql: sql.replace('WHERE TRUE', `WHERE ${isStill}`), parameters: [...parameters, mail.id, now] },
        start([mail.id], isCounted),
        { sql: `${delay.sql} AND due_at <= ?`, parameters: [...delay.parameters, now] },
      ]
    }),
  ]
}

/**
 * Of several delayed mails to an address for one topic the last one is left; of confirmations, the last one to a form. A
 * sign-up whose mail is cancelled so waits for the one that is left.
 */
function supersede({ subject, address, topic }: { subject: string; address: string; topic: Topic }): Statement[] {
  if (topic !== 'receipt' && topic !== 'confirmation' && topic !== 'unsubscribe-link') return []
  const formOf = (lead: string) => `(SELECT s.form || ' ' || s.brand FROM subscriptions s WHERE s.lead_id = ${lead})`
  const delayed = (row: string) => `${row}.state = 'scheduled' AND ${row}.address = ? AND ${row}.topic = ?
    ${topic === 'confirmation' ? `AND ${formOf(`${row}.subject_id`)} = ${formOf('?')}` : ''}`
  const parameters = topic === 'confirmation' ? [address, topic, subject] : [address, topic]
  const last = `(SELECT max(last.id) FROM deliveries AS last WHERE ${delayed('last')})`
  return [
    ...(topic === 'confirmation'
      ? [
          {
            sql: `UPDATE subscriptions SET confirmation_id = ${last} WHERE confirmation_id IN
              (SELECT own.id FROM deliveries AS own WHERE ${delayed('own')})`,
            parameters: [...parameters, ...parameters],
          },
        ]
      : []),
    {
      sql: `${erasing} UPDATE deliveries SET ${cancelled('supersede')}
        WHERE ${mayBe('supersede')} AND ${delayed('deliveries')} AND id < ${last}`,
      parameters: [...parameters, ...parameters],
    },
  ]
}

/** A delivery as operators see it: without its payload, which is personal data. */
export interface ListedDelivery {
  id: string
  /** What it is about. */
  subject: DeliveryRow['subject_kind']
  subjectId: string
  partner: string
  delivery: string
  topic: Topic
  kind: DeliveryRow['kind']
  state: DeliveryState
  cancelReason: string | null
  attempts: number
  /** ISO 8601; when the next attempt is due, null when there is none. */
  dueAt: string | null
  deliveredAt: string | null
  error: string | null
  /** The partner's own id of the lead. */
  externalId: string | null
  replay: number
}

/** Which deliveries to list; at most `limit`, and only those after the id in `after`, or before that in `before`. */
export interface DeliveryQuery {
  state?: DeliveryState
  partner?: string
  lead?: string
  /** Only those whose last error was this. */
  error?: string
  /** Only notices that an operator has to pass on. */
  byHand?: boolean
  limit: number
  after?: string
  before?: string
  newestFirst?: boolean
}

const listed = [
  ...(['id', 'subject_kind', 'subject_id', 'partner', 'delivery', 'topic', 'kind', 'state', 'cancel_reason'] as const),
  ...(['attempts', 'due_at', 'delivered_at', 'last_error', 'external_id', 'replay'] as const),
] as const

/** Lists deliveries by id, which begins with their time. The next page begins `after` the last id of this one. */
export async function listDeliveries(storage: Storage, query: DeliveryQuery): Promise<ListedDelivery[]> {
  const order = query.newestFirst ? 'desc' : 'asc'
  let select = db.selectFrom('deliveries').select(listed).orderBy('id', order).limit(query.limit)
  // A literal where there is an index of a state, or SQLite does not see that it fits.
  if (query.state !== undefined) select = select.where('state', '=', sql.lit(query.state))
  if (query.error !== undefined) select = select.where('last_error', '=', query.error)
  if (query.partner !== undefined)
    select = isFailed(query.state)
      ? select.where(amongFailed, '=', query.partner)
      : select.where('partner', '=', query.partner)
  if (query.lead !== undefined) select = select.where('subject_id', '=', query.lead)
  if (query.byHand) select = select.where('kind', '=', sql.lit('manual'))
  if (query.after !== undefined) select = select.where('id', '>', query.after)
  if (query.before !== undefined) select = select.where('id', '<', query.before)
  const [rows = []] = await storage.read([compile(select)])
  return rows.map(toListed)
}

export async function findDelivery(storage: Storage, id: string): Promise<ListedDelivery | null> {
  const [rows = []] = await storage.read([compile(db.selectFrom('deliveries').select(listed).where('id', '=', id))])
  return rows[0] ? toListed(rows[0]) : null
}

/** What a delivery sends, which is personal data; '' where nothing is left of it. */
export async function payloadOf(storage: Storage, id: string): Promise<string> {
  const [[row] = []] = await storage.read([compile(db.selectFrom('deliveries').select('payload').where('id', '=', id))])
  return String(row?.payload ?? '')
}

/** Notes for operators what was wrong with what a partner answered after it had accepted a lead. */
export function remark(id: string, text: string): Statement {
  return { sql: "UPDATE deliveries SET last_error = ? WHERE id = ? AND state = 'delivered'", parameters: [text, id] }
}

/** Makes a waiting delivery due now. Returns false when it is not waiting, or on its way at the moment. */
export async function retryNow(storage: Storage, id: string, now: number): Promise<boolean> {
  const update = db
    .updateTable('deliveries')
    .set({ due_at: now })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('kind', '!=', 'pull')
    .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<=', now)]))
    .returning('id')
  const [rows = []] = await storage.atomic([compile(update)])
  storage.notify()
  return rows.length === 1
}

/**
 * Sends a lead to its partner with a rewritten payload, whether its delivery waits or is over: a message of its
 * own, with all its attempts.
 * @returns false where it is on its way at the moment, or must not be sent any more
 */
export async function sendRewritten(storage: Storage, id: string, payload: string, now: number): Promise<boolean> {
  const update = {
    sql: `UPDATE deliveries SET payload = ?, ${toPending('?')}, attempts = 0, last_error = NULL, replay = replay + 1
      WHERE id = ? AND topic = 'lead' AND kind NOT IN ('pull', 'manual') AND ${mayLeave()}
        AND (${mayBe('replay')} OR (state = 'pending' AND (lease_until IS NULL OR lease_until <= ?))) RETURNING id`,
    parameters: [payload, now, id, now],
  }
  const [rows = []] = await storage.atomic([update])
  storage.notify()
  return rows.length === 1
}

/** Holds once one of these deliveries was made due at this moment, as an SQL condition. @param now ms since the epoch */
export function isDueAt(ids: readonly string[], now: number): Statement {
  const sql = `EXISTS (SELECT 1 FROM deliveries WHERE id IN (${ids.map(() => '?').join(', ')})
    AND state = 'pending' AND due_at = ?)`
  return { sql, parameters: [...ids, now] }
}

/** Notes that an operator told a partner by hand that a person withdrew. @returns whether there was such a notice */
export async function settleByHand(storage: Storage, id: string, now: number): Promise<boolean> {
  const update = {
    sql: `${erasing} UPDATE deliveries SET state = 'delivered', delivered_at = ?, last_error = NULL, payload = ''
      WHERE id = ? AND kind = 'manual' AND ${mayBe('settleByHand')} RETURNING id`,
    parameters: [new Date(now).toISOString(), id],
  }
  const [rows = []] = await storage.atomic([update])
  return rows.length === 1
}

/** How many deliveries each partner has in each state. */
export async function countDeliveries(storage: Storage): Promise<{ partner: string; state: string; count: number }[]> {
  const sql = 'SELECT partner, state, count(*) AS count FROM deliveries GROUP BY partner, state ORDER BY partner, state'
  const [rows = []] = await storage.read([{ sql, parameters: [] }])
  return rows.map((row) => ({ partner: String(row.partner), state: String(row.state), count: Number(row.count) }))
}

/** The states in which a delivery ends that did not arrive. */
export const failedStates = ['dead', 'rejected', 'bounced'] as const

export type FailedState = (typeof failedStates)[number]

function isFailed(state: DeliveryState | undefined): boolean {
  return failedStates.some((each) => each === state)
}

/** The partner, asked of the few that failed: by its name alone a database would look through all that the partner got. */
const amongFailed = sql<string>`partner || ''`

/** Why deliveries to a partner did not arrive, and how many. */
export interface FailureCause {
  partner: string
  state: FailedState
  /** What was said; it may have personal data in it. */
  error: string
  count: number
}

/** Deliveries of each state whose causes are counted: the newest. */
const mostCounted = 5000

/** Why the newest deliveries did not arrive, the most frequent cause first. */
export async function failureCauses(storage: Storage): Promise<FailureCause[]> {
  const statements = failedStates.map((state) => ({
    sql: `SELECT partner, coalesce(last_error, '') AS error, count(*) AS count FROM
      (SELECT partner, last_error FROM deliveries WHERE state = '${state}' AND kind <> 'manual'
        ORDER BY id DESC LIMIT ${mostCounted}) AS newest GROUP BY partner, last_error`,
    parameters: [],
  }))
  const results = await storage.read(statements)
  const causes = results.flatMap((rows, at) =>
    rows.map((row): FailureCause => {
      const state = failedStates[at] ?? 'dead'
      return { partner: String(row.partner), state, error: String(row.error), count: Number(row.count) }
    }),
  )
  return causes.sort((one, other) => other.count - one.count)
}

/** A partner's deliveries that were made in a span of time, by how they stand. */
export interface PartnerHealth {
  /** When it began, in milliseconds since the epoch. */
  from: number
  all: number
  dead: number
  rejected: number
}

/**
 * How a partner's deliveries went over time, counted in indexes alone.
 * @param times when the spans begin, and when the last one ends, in milliseconds since the epoch
 */
export async function partnerHealth(
  storage: Storage,
  partner: string,
  times: readonly number[],
): Promise<PartnerHealth[]> {
  const spans = times.slice(0, -1).map((from, at) => [from, times[at + 1] ?? from] as const)
  const count = (which: string, [from, to]: readonly [number, number]): Statement => ({
    sql: `SELECT count(*) AS count FROM deliveries WHERE ${which} = ? AND id >= ? AND id < ?`,
    // Ids begin with their time.
    parameters: [partner, ...[from, to].map((at) => v7({ msecs: at, seq: 0, random: new Uint8Array(16) }))],
  })
  const results = await storage.read(
    spans.flatMap((span) => [
      count('partner', span),
      count("state = 'dead' AND partner || ''", span),
      count("state = 'rejected' AND partner || ''", span),
    ]),
  )
  const counted = (at: number) => Number(results[at]?.[0]?.count ?? 0)
  return spans.map(([from], at) => ({
    ...{ from, all: counted(3 * at), dead: counted(3 * at + 1), rejected: counted(3 * at + 2) },
  }))
}

/** What waits to be sent, what was given up, and what operators have to pass on, by partner. `due`: the first due time. */
export async function backlog(storage: Storage): Promise<{
  waiting: { partner: string; count: number; due: number }[]
  dead: { partner: string; count: number }[]
  byHand: number
}> {
  const [waiting = [], dead = [], [byHand] = []] = await storage.read([
    {
      sql: `SELECT partner, count(*) AS count, min(due_at) AS due FROM deliveries
        WHERE state = 'pending' AND kind <> 'pull' GROUP BY partner`,
      parameters: [],
    },
    {
      sql: "SELECT partner, count(*) AS count FROM deliveries WHERE state = 'dead' AND kind <> 'manual' GROUP BY partner",
      parameters: [],
    },
    { sql: "SELECT count(*) AS count FROM deliveries WHERE kind = 'manual' AND state = 'dead'", parameters: [] },
  ])
  const ofPartner = (row: Row) => ({ partner: String(row.partner), count: Number(row.count) })
  return {
    waiting: waiting.map((row) => ({ ...ofPartner(row), due: Number(row.due) })),
    dead: dead.map(ofPartner),
    byHand: Number(byHand?.count ?? 0),
  }
}

/** The first due time of each partner that deliveries wait for: one step in the index a partner. */
const selectFirstDue: Statement = {
  sql: `SELECT (SELECT min(due_at) FROM deliveries
      WHERE state = 'pending' AND kind <> 'pull' AND partner = waiting_partners.partner) AS due
    FROM (${selectWaitingPartners.sql}) AS waiting_partners`,
  parameters: [],
}

/** For how long the most overdue delivery has been due, in seconds; 0 when none is. @param now ms since the epoch */
export async function relayLag(storage: Storage, now: number): Promise<number> {
  const [rows = []] = await storage.read([selectFirstDue])
  const first = Math.min(...rows.map(({ due }) => Number(due)))
  return Math.max(0, Math.round((now - first) / 1000))
}

/** How the deliveries of a lead stand that a page waits for. @param kinds those that pages wait for */
export async function standing(storage: Storage, lead: string, kinds: readonly DeliveryRow['kind'][]): Promise<Row[]> {
  const select = db
    .selectFrom('deliveries')
    .select(['id', 'state', 'last_error', 'lease_until'])
    .where('subject_id', '=', lead)
    .where('topic', '=', 'lead')
    .where('kind', 'in', kinds)
    // What the visitor has to confirm first is nothing to wait for.
    .where('state', '<>', 'held')
  return (await storage.read([compile(select)]))[0] ?? []
}

/** Which finished deliveries to send again. */
export interface ReplayQuery {
  id?: string
  ids?: readonly string[]
  partner?: string
  /** Those given up, or those that arrived too. */
  states: readonly DeliveryState[]
  /** Only those whose last error was this. */
  error?: string
  /** Without those that cannot be sent any more, which are looked at otherwise to say that they are left out. */
  isExact?: true
}

/**
 * How many were sent again, and how many are left out: of erased leads, or of people who have unsubscribed, or not
 * confirmed.
 */
export interface Replayed {
  sent: number
  erased: number
  withdrawn: number
}

/** Deliveries in one transaction, so that visitors hardly wait. */
const batch = 500

/**
 * Sends deliveries again, each as a message of its own with all its attempts. Servers may run: they begin with the first
 * ones while the last are still looked for. Broken off, it can be called again, and goes on where it was.
 * @param onBatch called with how many were looked at so far; false stops there
 * @param recorded the storage in which some of them are sent again
 */
export async function replay(
  storage: Storage,
  query: ReplayQuery,
  now: number,
  onBatch: (seen: number) => unknown = () => {},
  recorded: (ids: readonly string[]) => Storage = () => storage,
): Promise<Replayed> {
  const replayed = { sent: 0, erased: 0, withdrawn: 0 }
  let seen = 0
  for (let after = ''; ; ) {
    const page = finished(query)
      .select(['id', 'state', sql<number>`CASE WHEN ${sql.raw(mayLeave())} THEN 1 ELSE 0 END`.as('may_leave')])
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
    const [rows = []] = await storage.read([compile(page)])
    const ids = rows.filter((row) => Number(row.may_leave) === 1).map(({ id }) => String(id))
    const erased = rows.filter(({ state }) => state === 'erased').length
    const sent = ids.length > 0 ? await replayBatch(recorded(ids), query, ids, now) : 0
    replayed.sent += sent
    replayed.erased += erased
    replayed.withdrawn += rows.length - erased - ids.length
    seen += rows.length
    if (onBatch(seen) === false || rows.length < batch) return replayed
    after = String(rows.at(-1)?.id)
    await sleep(10)
  }
}

/** How many deliveries a replay would look at. */
export async function countFinished(storage: Storage, query: ReplayQuery): Promise<number> {
  const [[row] = []] = await storage.read([compile(finished(query).select(db.fn.countAll().as('count')))])
  return Number(row?.count)
}

function finished({ id, ids, partner, states, error, isExact }: ReplayQuery) {
  const [state, ...others] = states
  let select = db.selectFrom('deliveries').where('kind', 'not in', ['pull', 'manual'])
  // A literal, for the index of the state.
  const isOne = isExact && state !== undefined && others.length === 0
  if (isOne) select = select.where('state', '=', sql.lit(state))
  else select = select.where('state', 'in', isExact ? states : [...states, 'erased', 'cancelled'])
  if (id !== undefined) select = select.where('id', '=', id)
  if (ids !== undefined) select = select.where('id', 'in', ids)
  if (partner !== undefined)
    select = isOne && isFailed(state) ? select.where(amongFailed, '=', partner) : select.where('partner', '=', partner)
  if (error !== undefined) select = select.where('last_error', '=', error)
  return select
}

async function replayBatch(storage: Storage, { states }: ReplayQuery, ids: string[], now: number): Promise<number> {
  const marks = (values: readonly unknown[]) => values.map(() => '?').join(', ')
  const results = await storage.atomic([
    {
      sql: `UPDATE deliveries SET ${toPending('?')}, attempts = 0, last_error = NULL, replay = replay + 1
        WHERE id IN (${marks(ids)}) AND state IN (${marks(states)}) AND ${mayBe('replay')} AND ${mayLeave()} RETURNING id`,
      parameters: [now, ...ids, ...states],
    },
    // The link of a confirmation that is sent again works as long as that of a first one.
    {
      sql: `UPDATE mail_tokens SET expires_at = NULL WHERE purpose = 'confirm' AND used_at IS NULL AND lead_id IN
        (SELECT subject_id FROM deliveries WHERE topic = 'confirmation' AND state = 'pending' AND id IN (${marks(ids)}))`,
      parameters: ids,
    },
  ])
  storage.notify()
  return results[0]?.length ?? 0
}

/** Cancels the mails about saved forms, which are not needed any more. @param mails a query of their subjects' ids */
export function finish(mails: Statement): Statement[] {
  const { sql, parameters } = mails
  return [
    {
      sql: `${erasing} UPDATE deliveries SET ${cancelled('finish')} WHERE subject_id IN (${sql}) AND ${mayBe('finish')}`,
      parameters,
    },
    {
      sql: `${erasing} UPDATE deliveries SET payload = '', last_error = NULL, tries = ''
        WHERE subject_id IN (${sql}) AND topic = 'resume' AND payload <> ''`,
      parameters,
    },
  ]
}

/**
 * Writes a deferred mail in place of the promise of it. Nothing happens when its delivery was cancelled or erased meanwhile.
 * @returns whether it was written
 */
export async function writeMail(
  storage: Storage,
  { id, payload }: Pick<ClaimedDelivery, 'id' | 'payload'>,
  written: string,
  tokens: readonly Statement[],
): Promise<boolean> {
  const update = {
    sql: `UPDATE deliveries SET payload = ? WHERE id = ? AND payload = ? AND state = 'pending' RETURNING id`,
    parameters: [written, id, payload],
  }
  const [rows = []] = await storage.atomic([update, ...tokens])
  return rows.length === 1
}

function isAhead({ state, kind }: Row): boolean {
  return (state === 'pending' || state === 'scheduled') && kind !== 'pull'
}

function toListed(row: Row): ListedDelivery {
  const text = (value: Row[string] | undefined) => (value === null || value === undefined ? null : String(value))
  return {
    id: String(row.id),
    subject: String(row.subject_kind) as DeliveryRow['subject_kind'],
    subjectId: String(row.subject_id),
    partner: String(row.partner),
    delivery: String(row.delivery),
    topic: String(row.topic) as Topic,
    kind: String(row.kind) as DeliveryRow['kind'],
    state: String(row.state) as DeliveryState,
    cancelReason: text(row.cancel_reason),
    attempts: Number(row.attempts),
    dueAt: isAhead(row) ? new Date(Number(row.due_at)).toISOString() : null,
    deliveredAt: text(row.delivered_at),
    error: text(row.last_error),
    externalId: text(row.external_id),
    replay: Number(row.replay),
  }
}
