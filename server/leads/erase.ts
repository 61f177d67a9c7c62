import { setTimeout as sleep } from 'node:timers/promises'
import { NIL, v7 } from 'uuid'
import { compile, erasing, type Statement, type Storage } from '#server/storage'
import { cancelled, guard, holdLead, isGuarded, mayBe, subscriptionMayBe } from './lifecycle.ts'
import {
  type DescribeNotices,
  endSubscriptions,
  subscriptionLock,
  suppress,
  withdrawnLeads,
  withdrawStatements,
} from './subscriptions.ts'
import { db } from './tables.ts'
import { forgetUndo } from './undo.ts'

/** Makes a partner's own id of a lead go, unless a notice still has to name it and it repeats nothing of the answers. */
const opaque = `(SELECT own.external_id FROM deliveries AS own JOIN leads ON leads.id = own.subject_id
  WHERE own.subject_id = deliveries.subject_id AND own.partner = deliveries.partner AND own.delivery = deliveries.delivery
    AND own.topic = 'lead' AND own.external_id NOT LIKE '%@%'
    AND lower(leads.answers) NOT LIKE '%' || lower(own.external_id) || '%')`

/**
 * Erases what a lead says about a person, everywhere; that it came, for which form and when, stays countable. Deliveries
 * that have not left are erased, and a partner's feed leaves the lead out from now on. A notice that the person withdrew
 * keeps nothing but ids, and leaves. The links to unsubscribe go on to work: they belong to an address, as a hash.
 * @param at ISO 8601
 * @returns statements, the last of which returns the lead's id if it was erased now
 */
function eraseStatements(id: string, at: string): Statement[] {
  return [
    {
      sql: `${erasing} UPDATE deliveries SET payload = coalesce(bare_payload, ''), tries = '', external_id = ${opaque}
        WHERE subject_id = ? AND topic = 'unsubscribe-notice' AND state IN ('pending', 'dead') AND bare_payload IS NOT NULL
          AND EXISTS (SELECT 1 FROM leads WHERE leads.id = subject_id AND leads.erased_at IS NULL)`,
      parameters: [id],
    },
    {
      sql: `UPDATE deliveries SET payload = '', last_error = NULL, tries = '', external_id = NULL, address = NULL,
          bare_payload = NULL, state = CASE WHEN ${mayBe('erase')} THEN 'erased' ELSE state END
        WHERE subject_id = ? AND NOT (topic = 'unsubscribe-notice' AND state IN ('pending', 'dead'))`,
      parameters: [id],
    },
    {
      sql: `UPDATE subscriptions SET address = '', confirmed_ip = NULL,
          state = CASE WHEN state = 'pending' THEN 'expired' ELSE state END
        WHERE lead_id = ?`,
      parameters: [id],
    },
    // A link whose time is over is still told so.
    {
      sql: "DELETE FROM mail_tokens WHERE lead_id = ? AND purpose = 'confirm' AND (expires_at IS NULL OR expires_at > ?)",
      parameters: [id, Date.parse(at)],
    },
    { sql: 'UPDATE consents SET ip = NULL, user_agent = NULL WHERE lead_id = ?', parameters: [id] },
    // What a partner said of it may repeat what it read.
    { sql: "UPDATE routings SET detail = '' WHERE lead_id = ? AND reason = 'refused'", parameters: [id] },
    { sql: 'DELETE FROM partner_contacts WHERE lead_id = ?', parameters: [id] },
    { sql: 'DELETE FROM lead_contacts WHERE lead_id = ?', parameters: [id] },
    forgetUndo(id),
    { sql: 'DELETE FROM mail_quota WHERE subject_id = ?', parameters: [id] },
    {
      sql: `${erasing} UPDATE leads SET answers = '{}', attribution = '{}',
          idempotency_key = NULL, key_scope = NULL, body_hash = '', erased_at = ?
        WHERE id = ? AND erased_at IS NULL RETURNING id`,
      parameters: [at, id],
    },
  ]
}

/** What erasing for a person does besides: partners that have the leads are told, and notes are written down. */
export interface EraseOptions {
  notes?: readonly Statement[]
  /** null: nobody is told, since it happened before. */
  describe?: DescribeNotices | null
}

/** How often an erasure is tried: more often than subscriptions of a person change in that time. */
const mostErasures = 20

/**
 * Erases leads. Where a person asks for it, what they subscribed to ends in the same transaction, and each partner that may
 * have had a lead is told, without the address. A subscription that is not over is never erased otherwise.
 * @param now milliseconds since the epoch
 * @returns the leads that were erased now; one that was erased before is not among them
 */
export async function eraseLeads(
  storage: Storage,
  ids: readonly string[],
  now: number,
  { notes = [], describe }: EraseOptions = {},
): Promise<string[]> {
  const at = new Date(now).toISOString()
  for (let tries = 1; ; tries++) {
    const before = [...ids.toSorted().map(holdLead), ...(await withdrawal(storage, ids, { at, now, describe }))]
    const erase = ids.map((id) => eraseStatements(id, at))
    try {
      const results = await storage.atomic([...before, ...erase.flat(), ...notes])
      let last = before.length - 1
      return ids.filter((_, index) => {
        last += erase[index]?.length ?? 0
        return (results[last]?.length ?? 0) > 0
      })
    } catch (error) {
      if (!isGuarded(error)) throw error
      // Confirmed just then: the next run looks again. For a person, what has changed is read again.
      if (describe === undefined) return []
      // What a note guards is not read again, so it may never hold.
      if (tries === mostErasures) throw error
    }
  }
}

/** What goes before an erasure: subscriptions end, and partners are told. */
async function withdrawal(
  storage: Storage,
  ids: readonly string[],
  { at, now, describe }: { at: string; now: number; describe: EraseOptions['describe'] },
): Promise<Statement[]> {
  if (ids.length === 0) return []
  const marks = ids.map(() => '?').join(', ')
  const isOpen = "state IN ('pending', 'confirmed')"
  // Erasing for age, or once more what was erased, ends nothing: who is subscribed is none of its leads.
  if (describe === undefined)
    return [guard(`EXISTS (SELECT 1 FROM subscriptions WHERE lead_id IN (${marks}) AND state = 'confirmed')`, ids)]
  const sql = `SELECT lead_id, address, brand, state FROM subscriptions WHERE lead_id IN (${marks}) AND address <> ''`
  const [rows = []] = await storage.read([{ sql, parameters: ids }])
  const withdrawn = describe ? await withdrawnLeads(storage, ids) : []
  const locks = [...new Set(rows.map(({ address }) => String(address)))].toSorted()
  const open = rows.filter(({ state }) => state === 'pending' || state === 'confirmed')
  return [
    ...locks.flatMap((address) => storage.lock(subscriptionLock(address))),
    guard(`(SELECT count(*) FROM subscriptions WHERE lead_id IN (${marks}) AND ${isOpen}) <> ?`, [...ids, open.length]),
    ...open.map(({ address, brand }) => suppress({ address: String(address), brand: String(brand) }, at)),
    ...(describe
      ? withdrawStatements(
          withdrawn.filter(({ lead }) => lead.erased_at === null),
          { at, now, by: 'erasure', describe, isTheirs: () => false },
        )
      : []),
    ...endSubscriptions(
      open.map(({ lead_id }) => String(lead_id)),
      at,
      'erasure',
    ),
  ]
}

const expiring = 100

/** For how long a link that came too late is told so, in ms; later it is unknown. */
const toldFor = 30 * 24 * 60 * 60 * 1000

/** How long a sign-up waits whose mail was given up and never had a link, in ms. */
const unwritten = 7 * 24 * 60 * 60 * 1000

/**
 * Ends the subscriptions that were not confirmed in time, counted from when their mail was sent: what was said of the
 * person is erased, as when a lead's own time is over, and what was held is cancelled.
 * @param now milliseconds since the epoch
 * @param also what else ends with these leads, in the same transaction
 * @returns how many
 */
export async function expireUnconfirmed(
  storage: Storage,
  now: number,
  also: (ids: readonly string[]) => readonly Statement[] = () => [],
): Promise<number> {
  const select = {
    sql: `SELECT s.lead_id, s.address FROM subscriptions s JOIN deliveries d ON d.id = s.confirmation_id
      WHERE s.state = 'pending' AND (
        EXISTS (SELECT 1 FROM mail_tokens t WHERE t.lead_id = d.subject_id AND t.purpose = 'confirm' AND t.expires_at <= ?)
        OR (d.state NOT IN ('pending', 'scheduled') AND s.signed_up_at <= ? AND NOT EXISTS
          (SELECT 1 FROM mail_tokens t WHERE t.lead_id = d.subject_id AND t.purpose = 'confirm')))
      LIMIT ${expiring}`,
    parameters: [now, new Date(now - unwritten).toISOString()],
  }
  let expired = 0
  for (;;) {
    const [rows = []] = await storage.read([select])
    for (const { lead_id: lead, address } of rows)
      if (await expire(storage, String(lead), String(address), { now, also })) expired++
    if (rows.length < expiring) break
    await sleep(10)
  }
  await storage.atomic([{ sql: 'DELETE FROM mail_tokens WHERE expires_at < ?', parameters: [now - toldFor] }])
  return expired
}

/** Nothing where it was confirmed, or its mail replayed, just then. */
async function expire(
  storage: Storage,
  lead: string,
  address: string,
  { now, also }: { now: number; also: (ids: readonly string[]) => readonly Statement[] },
): Promise<boolean> {
  try {
    await storage.atomic([
      holdLead(lead),
      ...storage.lock(subscriptionLock(address)),
      guard(`NOT EXISTS (SELECT 1 FROM subscriptions WHERE lead_id = ? AND ${subscriptionMayBe('expire')})`, [lead]),
      {
        sql: `${erasing} UPDATE deliveries SET ${cancelled('expire')} WHERE subject_id = ? AND ${mayBe('expire')}`,
        parameters: [lead],
      },
      {
        sql: "UPDATE subscriptions SET state = 'expired' WHERE lead_id = ?",
        parameters: [lead],
      },
      ...eraseStatements(lead, new Date(now).toISOString()),
      ...also([lead]),
    ])
    return true
  } catch (error) {
    if (isGuarded(error)) return false
    throw error
  }
}

const day = 24 * 60 * 60 * 1000

/** Leads erased in one transaction, so that visitors hardly wait. */
const batch = 100

/**
 * Erases the leads that are older than their form allows. A stop half-way loses nothing: the next run goes on.
 * @param retention form → days
 * @param also what else ends with these leads, in the same transaction
 * @returns how many were erased
 */
export async function eraseOldLeads(
  storage: Storage,
  retention: ReadonlyMap<string, number>,
  now: number,
  onErased: (count: number) => void,
  also: (ids: readonly string[]) => readonly Statement[] = () => [],
): Promise<number> {
  let erased = 0
  for (const [form, days] of retention) {
    // No id has a time before 1970, and one that was asked for would be above all there are.
    const moment = Math.max(0, now - days * day)
    // Ids of version 7 begin with their time: this is the least one of that moment.
    const first = v7({ msecs: moment, seq: 0, random: new Uint8Array(16) })
    const endedAfter = new Date(moment).toISOString()
    for (;;) {
      const expired = db
        .selectFrom('leads')
        .select('id')
        .where('form', '=', form)
        .where('id', '<', first)
        .where('id', '>', NIL)
        .where('erased_at', 'is', null)
        // A subscription is kept for as long as it is one; its lead's days count from when it ended.
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('subscriptions')
                .select('lead_id')
                .whereRef('subscriptions.lead_id', '=', 'leads.id')
                .where(({ or, eb }) =>
                  or([eb('state', 'in', ['pending', 'confirmed']), eb('unsubscribed_at', '>', endedAfter)]),
                ),
            ),
          ),
        )
        .limit(batch)
      const [rows = []] = await storage.read([compile(expired)])
      const ids = rows.map(({ id }) => String(id))
      const gone = (await eraseLeads(storage, ids, now, { notes: also(ids) })).length
      erased += gone
      onErased(erased)
      // What was not erased has changed just then: the next run looks again.
      if (ids.length < batch || gone === 0) break
      await sleep(10)
    }
  }
  return erased
}
