import type { Catalog } from '#engine/catalog/catalog.ts'
import type { ResolvedForm } from '#engine/core/definition/form.ts'
import { type Answers, answerTo } from '#engine/core/filling/answers.ts'
import { dayText } from '#engine/core/values/day-text.ts'
import { unsubscribeLink } from '../newsletter/unsubscribe-link.ts'
import type { Statement, Storage } from '../storage/storage.ts'
import { reminders } from './reminder.ts'
import { visitors, type WrittenMail } from './visitor-mail.ts'
import { writeMail } from './write-mail.ts'

/** What a reminder is written of. */
export interface ReminderFacts {
  to: string
  form: ResolvedForm
  answers: Answers
  /** The brand whose host the lead came to. */
  brand: string
  test: boolean
  /** The address that ends the subscription; null where the brand has none. */
  link: string | null
}

/** The reminder in words; null when the definitions have no such mail any more, or nobody that it comes from. */
export function reminderMail(catalog: Catalog, lead: ReminderFacts): WrittenMail | null {
  const { to, form, answers, brand, test, link } = lead
  const { mail, field = '' } = form.reminder ?? {}
  const { locale, market, title } = form
  const day = answerTo(field, answers)
  if (mail === undefined || typeof day !== 'string') return null
  const date = dayText(day, { locale, market })
  const links = link === null ? {} : { unsubscribe: link }
  return writeMail(catalog, { to, mail, locale, brand, form: title, date, links, isTest: test })
}

/**
 * Whether a reminder may leave. `unconfirmed`: not yet; `over`: whoever asked for it has unsubscribed, never confirmed it, or
 * asked again later with this form, and the last date counts.
 */
export async function reminderStanding(storage: Storage, lead: string): Promise<'due' | 'unconfirmed' | 'over'> {
  const exists = (query: string) => `CASE WHEN EXISTS (${query}) THEN 1 ELSE 0 END`
  const suppressed =
    'SELECT 1 FROM suppressions x WHERE x.address = s.address AND x.brand = s.brand AND x.lifted_at IS NULL'
  const again = `SELECT 1 FROM subscriptions n JOIN deliveries d ON d.subject_id = n.lead_id
    WHERE n.address = s.address AND n.brand = s.brand AND n.form = s.form AND n.lead_id > s.lead_id AND n.state = 'confirmed'
      AND d.partner = ? AND d.delivery = ? AND d.state <> 'erased'`
  const sql = `SELECT s.state, ${exists(suppressed)} AS suppressed, ${exists(again)} AS again
    FROM subscriptions s WHERE s.lead_id = ?`
  const [[row] = []] = await storage.read([{ sql, parameters: [visitors, reminders, lead] }])
  if (row?.state === 'pending') return 'unconfirmed'
  return row?.state === 'confirmed' && row.suppressed === 0 && row.again === 0 ? 'due' : 'over'
}

/** The address that ends a subscription, and what stores its token with the message; null where the brand has no page for it. */
export function linkToEnd(
  catalog: Catalog,
  { lead, brand, locale }: { lead: string; brand: string; locale: string },
): { href: string; statements: (message: string) => Statement[] } | null {
  const link = unsubscribeLink(catalog, { brand, locale })
  if (!link) return null
  const sql = `INSERT INTO mail_tokens (hash, purpose, lead_id, brand, expires_at) SELECT ?, ?, ?, ?, NULL
    WHERE EXISTS (SELECT 1 FROM deliveries WHERE id = ? AND payload <> '')`
  const { hash, purpose } = link.token
  return { href: link.href, statements: (message) => [{ sql, parameters: [hash, purpose, lead, brand, message] }] }
}
