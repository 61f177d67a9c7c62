import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import type { SiteDefinition } from '#schemas/generated/site.ts'
import { eraseOldChoices } from '#server/cookie-consents'
import { eraseOldLeads, eraseOldMails, expireUnconfirmed, forgetContacts } from '#server/leads'
import { endExpired } from '#server/saved-forms'
import type { Storage } from '#server/storage'
import { believeClock, clockDoubt } from './clock-doubt.ts'

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
  return { ok: true, erased: expired + (await eraseOldLeads(storage, retention, now, onErased)) }
}
