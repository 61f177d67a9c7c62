import { dayOf } from '#engine/form/lead'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { rowInsert, type Statement, type Storage } from '#server/storage'
import type { ClaimedDelivery } from './deliveries.ts'
import type { Lead, Routing } from './lead.ts'
import { guard, ifStored, mayBe } from './lifecycle.ts'
import type { RoutingRow } from './tables.ts'

const decisionColumns = ['lead_id', 'partner', 'taken', 'reason', 'detail', 'day', 'price', 'currency'] as const
const decisionRow = rowInsert<RoutingRow>('routings', decisionColumns, (value) => ifStored(value('lead_id')))

/** Each does nothing when the lead was a repeat. */
const whereStored = ifStored('?')

/** What was seen a day after a lead came was seen under a wrong clock, and keeps no partner from the lead. */
function notLater(receivedAt: number): number {
  return receivedAt + 24 * 60 * 60 * 1000
}

/** Contacts of a lead that is held count from its confirmation: until then they were seen at a time that never comes. */
const notYet = 9e15

/** Goes before the statements that store a lead: who else counts the same contacts waits. */
export function routingLocks(storage: Storage, { routing }: Pick<Lead, 'routing'>): readonly Statement[] {
  return routing.windows.flatMap(({ partner }) => storage.lock(`contacts ${partner}`))
}

/**
 * Writes down what was decided, and undoes everything when it was decided on figures that are no longer true. What is
 * held counts against nothing yet.
 * @param givenBack days on which a partner has a lead less than was counted
 */
export function routingStatements(
  { id, receivedAt, routing, subscription }: Pick<Lead, 'id' | 'receivedAt' | 'routing' | 'subscription'>,
  givenBack: readonly { partner: string; day: string }[] = [],
): Statement[] {
  const { decisions, days, windows, contacts } = routing
  const isHeld = subscription?.isHeld ?? false
  const written = decisions.map(({ partner, taken, reason, detail, day, price }) =>
    decisionRow({
      ...{ lead_id: id, partner, taken: taken ? 1 : 0, reason, detail, day },
      ...{ price: price && Math.round(price.amount * 100), currency: price?.currency ?? null },
    }),
  )
  const taken = (isHeld ? [] : days).map(({ partner, day, cap }) => ({
    partner,
    statements: [
      {
        sql: `INSERT INTO partner_days (partner, day, taken) SELECT ?, ?, 1 ${whereStored}
          ON CONFLICT (partner, day) DO UPDATE SET taken = partner_days.taken + 1`,
        parameters: [partner, day, id],
      },
      {
        sql: `INSERT INTO guards (holds) SELECT NULL ${whereStored}
          AND (SELECT taken FROM partner_days WHERE partner = ? AND day = ?) > ?`,
        parameters: [id, partner, day, cap],
      },
    ],
  }))
  const returned = givenBack.map(({ partner, day }) => ({
    partner,
    statements: [
      {
        sql: 'UPDATE partner_days SET taken = taken - 1 WHERE partner = ? AND day = ? AND taken > 0',
        parameters: [partner, day],
      },
    ],
  }))
  // In one order, or two transactions could wait for each other.
  const counted = [...taken, ...returned]
    .sort((one, other) => (one.partner < other.partner ? -1 : 1))
    .flatMap(({ statements }) => statements)
  const seenAt = Date.parse(receivedAt)
  const seen = windows.flatMap(({ partner, since }) =>
    contacts.flatMap((contact) => [
      {
        sql: `INSERT INTO guards (holds) SELECT NULL ${whereStored}
          AND EXISTS (SELECT 1 FROM partner_contacts
            WHERE partner = ? AND contact = ? AND seen_at > ? AND seen_at < ? AND lead_id <> ?)`,
        parameters: [id, partner, contact, since, notLater(seenAt), id],
      },
      {
        sql: `INSERT INTO partner_contacts (partner, contact, lead_id, seen_at) SELECT ?, ?, ?, ? ${whereStored}`,
        parameters: [partner, contact, id, isHeld ? notYet : seenAt, id],
      },
    ]),
  )
  return [...written, ...counted, ...seen]
}

/**
 * Counts a lead that was held, and is confirmed, for a partner, as if it came now. It is counted even over a cap, since the
 * visitor was told who gets it.
 * @param now milliseconds since the epoch
 */
export function countConfirmed(
  id: string,
  partner: string,
  definition: PartnerDefinition | undefined,
  now: number,
): Statement[] {
  const confirmed = `WHERE EXISTS (SELECT 1 FROM deliveries WHERE subject_id = ? AND partner = ? AND state = 'held')`
  const counted = definition?.dailyCap !== undefined && {
    sql: `INSERT INTO partner_days (partner, day, taken) SELECT ?, ?, 1 ${confirmed}
      ON CONFLICT (partner, day) DO UPDATE SET taken = partner_days.taken + 1`,
    parameters: [partner, dayOf(definition, now), id, partner],
  }
  const dated = definition && {
    sql: `UPDATE routings SET day = ? ${confirmed} AND lead_id = ? AND partner = ?`,
    parameters: [dayOf(definition, now), id, partner, id, partner],
  }
  return [
    ...(dated ? [dated] : []),
    ...(counted ? [counted] : []),
    {
      sql: `UPDATE partner_contacts SET seen_at = ? ${confirmed} AND partner = ? AND lead_id = ?`,
      parameters: [now, id, partner, partner, id],
    },
  ]
}

/** What partners had so far, as far as a decision depends on it. */
export async function partnerFigures(
  storage: Storage,
  days: Routing['days'],
  { windows, contacts, receivedAt }: Pick<Routing, 'windows' | 'contacts'> & { receivedAt: number },
): Promise<{ taken: ReadonlyMap<string, number>; known: ReadonlySet<string> }> {
  const reads = [...days.map(readDay), ...windows.map((window) => readContacts(window, contacts, receivedAt))]
  const rows = reads.length === 0 ? [] : await storage.read(reads)
  return {
    taken: new Map(days.map(({ partner }, index) => [partner, Number(rows[index]?.[0]?.taken ?? 0)])),
    known: new Set(
      windows.filter((_, index) => (rows[days.length + index]?.length ?? 0) > 0).map(({ partner }) => partner),
    ),
  }
}

function readDay({ partner, day }: { partner: string; day: string }): Statement {
  return { sql: 'SELECT taken FROM partner_days WHERE partner = ? AND day = ?', parameters: [partner, day] }
}

function readContacts(
  { partner, since }: { partner: string; since: number },
  contacts: readonly string[],
  receivedAt: number,
): Statement {
  const listed = contacts.length === 0 ? 'NULL' : contacts.map(() => '?').join(', ')
  return {
    sql: `SELECT 1 AS seen FROM partner_contacts
      WHERE partner = ? AND seen_at > ? AND seen_at < ? AND contact IN (${listed}) LIMIT 1`,
    parameters: [partner, since, notLater(receivedAt), ...contacts],
  }
}

/** A delivery that a partner rejected, and how many partners had rejected its lead before. */
export interface RejectedDelivery {
  delivery: ClaimedDelivery
  /** What the partner said. */
  error: string
  before: number
}

/**
 * Undoes everything unless the delivery was settled as rejected just now, its lead is not erased or unsubscribed, and
 * nobody else has passed it on since it was looked at.
 */
export function guardRejection({ delivery, before }: RejectedDelivery): Statement {
  const { id, subject, partner, attempt, replay } = delivery
  return guard(
    `NOT (
      EXISTS (SELECT 1 FROM deliveries WHERE id = ? AND state = 'rejected' AND attempts = ? AND replay = ?)
      AND EXISTS (SELECT 1 FROM leads WHERE id = ? AND erased_at IS NULL)
      AND EXISTS (SELECT 1 FROM routings WHERE lead_id = ? AND partner = ? AND taken = 1)
      AND NOT EXISTS (SELECT 1 FROM subscriptions WHERE lead_id = ? AND state <> 'confirmed')
      AND (SELECT count(*) FROM routings WHERE lead_id = ? AND reason = 'refused') = ?)`,
    [id, attempt, replay, subject, subject, partner, subject, subject, before],
  )
}

/** The partner has the lead no more: what has not left is called off, and it counts against nothing. */
export function markRejected({ delivery: { subject, partner, delivery }, error }: RejectedDelivery): Statement[] {
  return [
    {
      sql: `UPDATE deliveries SET state = 'rejected', lease_until = NULL, last_error = ?
        WHERE subject_id = ? AND partner = ? AND ${mayBe('reroute')}`,
      parameters: [`The partner rejected the lead (${delivery}).`, subject, partner],
    },
    {
      sql: `UPDATE routings SET taken = 0, reason = 'refused', detail = ? WHERE lead_id = ? AND partner = ?`,
      parameters: [error, subject, partner],
    },
    {
      sql: 'DELETE FROM partner_contacts WHERE lead_id = ? AND partner = ?',
      parameters: [subject, partner],
    },
  ]
}

/** Makes place for what is decided now about partners that did not get the lead before. */
export function forgetDecisions({ id, routing }: Pick<Lead, 'id' | 'routing'>): Statement[] {
  return routing.decisions.map(({ partner }) => ({
    sql: 'DELETE FROM routings WHERE lead_id = ? AND partner = ?',
    parameters: [id, partner],
  }))
}
