import type { Catalog } from '#engine/catalog/catalog.ts'
import type { ResolvedForm } from '#engine/core/definition/form.ts'
import { type Answers, answerTo } from '#engine/core/filling/answers.ts'
import { insertLater } from '../outbox/later.ts'
import type { KeyedHash } from '../secret-key.ts'
import type { Statement } from '../storage/storage.ts'
import { addressHash, insertLimitedMail, type LimitedMail } from './limited-mail.ts'
import { mailToVisitor } from './visitor-mail.ts'

/** What tells reminders from other mails about a lead. */
export const reminders = 'reminder'

/** A mail for a later time. */
export interface Reminder extends LimitedMail {
  /** Milliseconds since the epoch; null for at once. */
  notBefore: number | null
}

/** A lead, as far as it decides whether there is a reminder. */
export interface Reminded {
  form: ResolvedForm
  answers: Answers
  /** The first e-mail address that was given. */
  email: string | null
  /** The brand whose host it came to. */
  brand: string
  suspicion: string | null
}

/**
 * The mail that its form promises for some days before a date; null where it promises none, nobody gave an address or the
 * date, or that is in the past. It is written when it leaves (`reminder-mail.ts`).
 * @param now milliseconds since the epoch
 */
export function reminderOf(catalog: Catalog, hash: KeyedHash, lead: Reminded, now: number): Reminder | null {
  const { form, answers, email, brand, suspicion } = lead
  if (!form.reminder || email === null || suspicion !== null) return null
  const { mail, field, daysBefore } = form.reminder
  const date = answerTo(field, answers)
  const time = typeof date === 'string' ? reminderTime(date, daysBefore, now) : 'never'
  if (time === 'never' || !catalog.mail(mail, form.locale) || catalog.brand(brand).sender === undefined) return null
  return {
    message: mailToVisitor(reminders, { to: email, reminder: true }),
    address: addressHash(hash, email),
    notBefore: time === 'now' ? null : time,
  }
}

const day = 24 * 60 * 60 * 1000
const morning = 8 * 60 * 60 * 1000

/**
 * When to remind of a day (2026-12-24) or of the first one of a month (2026-12), in milliseconds since the epoch: in the
 * morning (UTC), now where that is over and the day is not, and never of what is past.
 */
export function reminderTime(date: string, daysBefore: number, now: number): number | 'now' | 'never' {
  const start = Date.parse(date)
  if (Number.isNaN(start) || start + day <= now) return 'never'
  const time = start - daysBefore * day + morning
  return time > now ? time : 'now'
}

/** Puts it into the outbox, if this transaction stored the lead. What leaves at once counts as any mail to the address. */
export function insertReminder(lead: { id: string; receivedAt: string }, reminder: Reminder | null): Statement[] {
  if (!reminder) return []
  const { message, notBefore } = reminder
  return notBefore === null ? insertLimitedMail(lead, reminder) : [insertLater(lead.id, message, notBefore)]
}
