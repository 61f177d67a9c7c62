import { setTimeout as sleep } from 'node:timers/promises'
import { NIL, v7 } from 'uuid'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import type { SiteDefinition } from '#schemas/generated/site.ts'
import { compile, db } from '#server/storage/sql.ts'
import type { Storage } from '#server/storage/storage.ts'
import { eraseOldChoices } from '../cookie-consents/choices.ts'
import { endExpired } from '../saved-forms/end-saved.ts'
import { believeClock, clockDoubt } from './clock-doubt.ts'
import { eraseLeads, expireUnconfirmed } from './erase.ts'
import { forgetContacts } from './forget-contacts.ts'
import { eraseOldMails } from './standalone-mails.ts'

const day = 24 * 60 * 60 * 1000

/** Leads erased in one transaction, so that visitors hardly wait. */
const batch = 100

/** What is kept for a time: leads by form, in days, and what partners' caps and contacts count, and choices of cookies. */
export interface KeptForATime {
  retention: ReadonlyMap<string, number>
  partners: Readonly<Record<string, PartnerDefinition>>
  /** For how long records of cookie consents are kept. */
  site?: Pick<SiteDefinition, 'cookieConsents'>
}

/** How many leads were erased, or why the clock is not believed. */
export type RetentionRun = { ok: true; erased: number } | { ok: false; reason: string }

export interface RetentionOptions {
  /** An operator says that the clock is right. */
  isOrdered?: boolean
  /** Told how many leads were erased so far. */
  onErased?: (count: number) => void
}

/** Erases what has been kept for its time, if the clock can be believed. @param now milliseconds since the epoch */
export async function runRetention(
  storage: Storage,
  { retention, partners, site }: KeptForATime,
  now: number,
  { isOrdered = false, onErased = () => {} }: RetentionOptions = {},
): Promise<RetentionRun> {
  const reason = isOrdered ? null : await clockDoubt(storage, now)
  if (reason !== null) return { ok: false, reason }
  await believeClock(storage, now)
  await forgetContacts(storage, partners, now)
  await eraseOldMails(storage, now)
  await storage.atomic(endExpired(now))
  const expired = await expireUnconfirmed(storage, now)
  await eraseOldChoices(storage, site?.cookieConsents?.recordDays, now)
  return { ok: true, erased: expired + (await eraseExpired(storage, retention, now, onErased)) }
}

/**
 * Erases the leads that are older than their form allows. A stop half-way loses nothing: the next run goes on.
 * @param retention form → days
 * @returns how many were erased
 */
async function eraseExpired(
  storage: Storage,
  retention: ReadonlyMap<string, number>,
  now: number,
  onErased: (count: number) => void,
): Promise<number> {
  let erased = 0
  for (const [form, days] of retention) {
    // Ids of version 7 begin with their time: this is the least one of that moment.
    const first = v7({ msecs: now - days * day, seq: 0, random: new Uint8Array(16) })
    const endedAfter = new Date(now - days * day).toISOString()
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
      const gone = (await eraseLeads(storage, ids, now)).length
      erased += gone
      onErased(erased)
      // What was not erased has changed just then: the next run looks again.
      if (ids.length < batch || gone === 0) break
      await sleep(10)
    }
  }
  return erased
}
