import { dayOf } from '#engine/catalog/partners/routing.ts'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { ifStored } from '../leads/if-stored.ts'
import type { Lead } from '../leads/lead.ts'
import { rowInsert } from '../storage/sql.ts'
import type { Statement, Storage } from '../storage/storage.ts'
import type { RoutingRow } from '../storage/tables/tables.ts'

const decisionColumns = ['lead_id', 'partner', 'taken', 'reason', 'detail', 'day', 'price', 'currency'] as const
const decisionRow = rowInsert<RoutingRow>('routings', decisionColumns, (value) => ifStored(value('lead_id')))

/** Each does nothing when the lead was a repeat. */
const whereStored = ifStored('?')

/** What was seen a day after a lead came was seen under a wrong clock, and keeps no partner from the lead. */
export function notLater(receivedAt: number): number {
  return receivedAt + 24 * 60 * 60 * 1000
}

/** Contacts of a lead that is held count from its release: until then they were seen at a time that never comes. */
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
 * Counts a lead that is released, and was held, for a partner, as if it came now. It is counted even over a cap, since the
 * visitor was told who gets it.
 * @param now milliseconds since the epoch
 */
export function countReleased(
  id: string,
  partner: string,
  definition: PartnerDefinition | undefined,
  now: number,
): Statement[] {
  const released = `WHERE EXISTS (SELECT 1 FROM deliveries WHERE subject_id = ? AND partner = ? AND state = 'held')`
  const counted = definition?.dailyCap !== undefined && {
    sql: `INSERT INTO partner_days (partner, day, taken) SELECT ?, ?, 1 ${released}
      ON CONFLICT (partner, day) DO UPDATE SET taken = partner_days.taken + 1`,
    parameters: [partner, dayOf(definition, now), id, partner],
  }
  const dated = definition && {
    sql: `UPDATE routings SET day = ? ${released} AND lead_id = ? AND partner = ?`,
    parameters: [dayOf(definition, now), id, partner, id, partner],
  }
  return [
    ...(dated ? [dated] : []),
    ...(counted ? [counted] : []),
    {
      sql: `UPDATE partner_contacts SET seen_at = ? ${released} AND partner = ? AND lead_id = ?`,
      parameters: [now, id, partner, partner, id],
    },
  ]
}
