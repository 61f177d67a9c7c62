import type { Site } from '#engine/site'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import type { SiteDefinition } from '#schemas/generated/site.ts'
import { endAudit } from '#server/audit'
import { eraseOldChoices } from '#server/cookie-consents'
import { eraseOldLeads, eraseOldMails, expireUnconfirmed, forgetContacts, newestLeadAt } from '#server/leads'
import { endOldResults, endResults } from '#server/offers'
import { endExpired } from '#server/saved-forms'
import type { Storage } from '#server/storage'
import { keepSetting, setting } from '#server/storage'
import { endUploads } from '#server/uploads'

const day = 24 * 60 * 60 * 1000

/** Servers look for expired leads every hour; none rests for so many days. */
const mostDays = 7

const name = 'retention ran'

/** What is kept for a time: leads by form, in days, and what partners' caps and contacts count, and choices of cookies. */
export interface KeptForATime {
  retention: ReadonlyMap<string, number>
  partners: Readonly<Record<string, PartnerDefinition>>
  /** For how long records of cookie consents are kept. */
  site?: Pick<SiteDefinition, 'cookieConsents'>
}

/** What of it the definitions say. */
export function keptForATime({ forms, partners, definition }: Site): KeptForATime {
  return { retention: forms.retention, partners: partners.all, site: definition }
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
  await endOldResults(storage, now)
  const also = (leads: readonly string[]) => [...endAudit(leads), ...endResults(leads), ...endUploads(leads)]
  const expired = await expireUnconfirmed(storage, now, also)
  await eraseOldChoices(storage, site?.cookieConsents?.recordDays, now)
  return { ok: true, erased: expired + (await eraseOldLeads(storage, retention, now, onErased, also)) }
}

/**
 * Why the clock had better not decide what is erased; null when nothing speaks against it. It is compared with the last
 * run, whose time only moves when it is plausible, so that leads which come under a wrong clock prove nothing.
 * @param now milliseconds since the epoch
 */
export async function clockDoubt(storage: Storage, now: number): Promise<string | null> {
  const run = await setting(storage, name)
  const last = run ?? (await newestLeadAt(storage))
  if (last === null) return null
  const days = Math.round((now - Date.parse(last)) / day)
  if (Math.abs(days) <= mostDays) return null
  const since = run !== null ? 'when old leads were last looked for' : 'when the newest lead came'
  return (
    `The clock says ${new Date(now).toISOString()}, ${Math.abs(days)} days ${days > 0 ? 'after' : 'before'} ${since}: ` +
    'no lead is erased for its age. If the clock is right, run `npx leadwright leads expire --yes`.'
  )
}

/** Writes down that the clock was believed. */
async function believeClock(storage: Storage, now: number): Promise<void> {
  await keepSetting(storage, name, new Date(now).toISOString())
}
