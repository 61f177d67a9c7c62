import { ifStored } from '../leads/if-stored.ts'
import type { Lead } from '../leads/lead.ts'
import { rowInsert } from '../storage/sql.ts'
import type { Statement, Storage } from '../storage/storage.ts'
import type { RoutingRow } from '../storage/tables/tables.ts'

const decisionColumns = ['lead_id', 'partner', 'taken', 'reason', 'detail'] as const
const decisionRow = rowInsert<RoutingRow>('routings', decisionColumns, (value) => ifStored(value('lead_id')))

/** Each does nothing when the lead was a repeat. */
const whereStored = ifStored('?')

/** What was seen a day after a lead came was seen under a wrong clock, and keeps no partner from the lead. */
export function notLater(receivedAt: number): number {
  return receivedAt + 24 * 60 * 60 * 1000
}

/** Goes before the statements that store a lead: who else counts the same contacts waits. */
export function routingLocks(storage: Storage, { routing }: Pick<Lead, 'routing'>): readonly Statement[] {
  return routing.windows.flatMap(({ partner }) => storage.lock(`contacts ${partner}`))
}

/** Writes down what was decided, and undoes everything when it was decided on figures that are no longer true. */
export function routingStatements({
  id,
  receivedAt,
  routing,
}: Pick<Lead, 'id' | 'receivedAt' | 'routing'>): Statement[] {
  const { decisions, days, windows, contacts } = routing
  const written = decisions.map(({ partner, taken, reason, detail }) =>
    decisionRow({ lead_id: id, partner, taken: taken ? 1 : 0, reason, detail }),
  )
  const counted = days.flatMap(({ partner, day, cap }) => [
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
  ])
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
        parameters: [partner, contact, id, seenAt, id],
      },
    ]),
  )
  return [...written, ...counted, ...seen]
}
