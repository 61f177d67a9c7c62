import { erasing, type Row, type Statement, type Storage } from '#server/storage'
import type { LeadRecord } from './find-leads.ts'
import { guard, holdLead, isGuarded } from './lifecycle.ts'

/** What an operator did about a lead and can take back. */
export type UndoableDeed = 'release' | 'hand-over'

/** A day on which a lead counts for a partner. */
interface PartnerDay {
  partner: string
  day: string
}

/** How a lead was before a deed. Rows are as the tables have them. */
interface Before {
  suspicion: unknown
  routings: Row[]
  /** Those that the deed cancels. */
  deliveries: Row[]
  contacts: Row[]
  /** The ids of all deliveries that there were. */
  ids: string[]
  /** What the deed counted, and what it gave back. */
  counted: readonly PartnerDay[]
  givenBack: readonly PartnerDay[]
}

/** What of a delivery has not left: it was never claimed, and no partner has read it. */
const unclaimed = `state IN ('held', 'scheduled', 'pending') AND attempts = 0 AND replay = 0 AND lease_until IS NULL
  AND delivered_at IS NULL`

/** What partners have seen of a lead, which deeds change: see `remember`. */
export async function contactsOf(storage: Storage, lead: string): Promise<Row[]> {
  const [rows = []] = await storage.read([
    { sql: 'SELECT partner, contact, lead_id, seen_at FROM partner_contacts WHERE lead_id = ?', parameters: [lead] },
  ])
  return rows
}

/** Remembers how a lead was, in the transaction of a deed. Of several deeds the last one can be undone. */
export function remember(
  deed: UndoableDeed,
  { lead, routings, deliveries }: LeadRecord,
  {
    contacts,
    cancels = [],
    counted,
    givenBack = [],
  }: {
    contacts: Row[]
    /** Partners whose deliveries the deed cancels. */
    cancels?: readonly string[]
    counted: readonly PartnerDay[]
    givenBack?: readonly PartnerDay[]
  },
): Statement {
  const before: Before = {
    ...{ suspicion: lead.suspicion, routings, contacts, counted, givenBack },
    deliveries: deliveries.filter(({ partner, topic }) => topic === 'lead' && cancels.includes(String(partner))),
    ids: deliveries.map(({ id }) => String(id)),
  }
  return {
    sql: `INSERT INTO lead_undos (lead_id, deed, earlier) VALUES (?, ?, ?)
      ON CONFLICT (lead_id) DO UPDATE SET deed = excluded.deed, earlier = excluded.earlier`,
    parameters: [lead.id, deed, JSON.stringify(before)],
  }
}

/** Forgets how a lead was. */
export function forgetUndo(lead: string): Statement {
  return { sql: `${erasing} DELETE FROM lead_undos WHERE lead_id = ?`, parameters: [lead] }
}

/** The deed that can be taken back now; null where there is none, or something of it has left. */
export async function undoable(storage: Storage, lead: string): Promise<UndoableDeed | null> {
  const found = await remembered(storage, lead)
  if (!found) return null
  const { ids } = found.before
  const [[left] = []] = await storage.read([
    {
      sql: `SELECT count(*) AS count FROM deliveries WHERE ${added(ids)} AND NOT (${unclaimed})`,
      parameters: [lead, ...ids],
    },
  ])
  return Number(left?.count) === 0 ? found.deed : null
}

/** The deliveries that a deed made, as an SQL condition. */
const added = (ids: readonly string[]) =>
  `subject_id = ? AND id NOT IN (${ids.length === 0 ? "''" : ids.map(() => '?').join(', ')})`

async function remembered(storage: Storage, lead: string) {
  const [[row] = []] = await storage.read([
    { sql: 'SELECT deed, earlier FROM lead_undos WHERE lead_id = ?', parameters: [lead] },
  ])
  if (!row) return null
  const earlier = String(row.earlier)
  return { deed: String(row.deed) as UndoableDeed, earlier, before: JSON.parse(earlier) as Before }
}

/**
 * Takes back what an operator did last about a lead, in one transaction: what was to be sent is gone, and the lead is as it
 * was. Nothing is taken back once anything of it is being sent or was read: who claims a delivery first wins.
 * @param deed what was done last
 * @returns whether it was taken back: not when it is too late, or something else was done last
 */
export async function undo(storage: Storage, lead: string, deed: UndoableDeed): Promise<boolean> {
  const found = await remembered(storage, lead)
  if (found?.deed !== deed) return false
  const { earlier, before } = found
  const { ids, routings, deliveries, contacts, counted, givenBack, suspicion } = before
  const insert = (table: string, row: Row): Statement => ({
    sql: `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
      .map(() => '?')
      .join(', ')})`,
    parameters: Object.values(row),
  })
  const days = [
    ...counted.map((one) => ({ ...one, change: -1 })),
    ...givenBack.map((one) => ({ ...one, change: 1 })),
  ].sort((one, other) => (one.partner < other.partner ? -1 : 1))
  const cancelled = deliveries.map(({ id }) => String(id))
  try {
    await storage.atomic([
      holdLead(lead),
      guard(
        `NOT EXISTS (SELECT 1 FROM lead_undos WHERE lead_id = ? AND earlier = ?)
          OR NOT EXISTS (SELECT 1 FROM leads WHERE id = ? AND erased_at IS NULL)`,
        [lead, earlier, lead],
      ),
      { sql: `${erasing} DELETE FROM deliveries WHERE ${added(ids)} AND ${unclaimed}`, parameters: [lead, ...ids] },
      // Asked afterwards: what another transaction claimed while this one waited is still there.
      guard(`EXISTS (SELECT 1 FROM deliveries WHERE ${added(ids)})`, [lead, ...ids]),
      ...cancelled.map((id) => ({
        sql: `DELETE FROM deliveries WHERE id = ? AND state = 'cancelled'`,
        parameters: [id],
      })),
      ...deliveries.map((row) => insert('deliveries', row)),
      { sql: 'DELETE FROM routings WHERE lead_id = ?', parameters: [lead] },
      ...routings.map((row) => insert('routings', row)),
      { sql: 'DELETE FROM partner_contacts WHERE lead_id = ?', parameters: [lead] },
      ...contacts.map((row) => insert('partner_contacts', row)),
      ...days.map(({ partner, day, change }) => ({
        sql: 'UPDATE partner_days SET taken = taken + CAST(? AS INTEGER) WHERE partner = ? AND day = ?',
        parameters: [change, partner, day],
      })),
      ...(deed === 'release'
        ? [
            { sql: 'UPDATE leads SET suspicion = ? WHERE id = ?', parameters: [suspicion, lead] },
            // Of the mails that did not leave.
            { sql: 'DELETE FROM mail_quota WHERE subject_id = ?', parameters: [lead] },
            { sql: 'DELETE FROM mail_tokens WHERE lead_id = ?', parameters: [lead] },
          ]
        : []),
      forgetUndo(lead),
    ])
  } catch (error) {
    if (isGuarded(error)) return false
    throw error
  }
  return true
}
