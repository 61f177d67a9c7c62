import { type Answers, answerTo, type ResolvedForm } from '#engine/form/model'
import { dayText } from '#engine/form/values'
import type { Site } from '#engine/site'
import { quotaHash, type Reminder } from '#server/leads'
import type { KeyedHash } from '#server/storage'
import type { WrittenMail } from './write-mail.ts'
import { deferredMail, mailToVisitor, writeMail } from './write-mail.ts'

const day = 24 * 60 * 60 * 1000

const morning = 8 * 60 * 60 * 1000

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
export function reminderMail(site: Site, lead: ReminderFacts): WrittenMail | null {
  const { to, form, answers, brand, test, link } = lead
  const { mail, field = '' } = form.reminder ?? {}
  const { locale, market, title } = form
  const day = answerTo(field, answers)
  if (mail === undefined || typeof day !== 'string') return null
  const date = dayText(day, { locale, market })
  const links = link === null ? {} : { unsubscribe: link }
  return writeMail(site, { to, mail, locale, brand, form: title, date, links, isTest: test })
}

/** A lead, as far as it decides whether there is a reminder. */
interface Reminded {
  form: ResolvedForm
  answers: Answers
  /** The first e-mail address that was given. */
  email: string | null
  /** The brand whose host it came to. */
  brand: string
  suspicion: string | null
  /** The origin of a trial on this machine; null for everybody else. */
  localOrigin: string | null
}

/**
 * The mail that its form promises for some days before a date; null where it promises none, nobody gave an address or the
 * date, or that is in the past. It is written when it leaves (`reminder-mail.ts`).
 * @param now milliseconds since the epoch
 */
export function reminderOf(site: Site, hash: KeyedHash, lead: Reminded, now: number): Reminder | null {
  const { form, answers, email, brand, suspicion, localOrigin } = lead
  if (!form.reminder || email === null || suspicion !== null) return null
  const { mail, field, daysBefore } = form.reminder
  const date = answerTo(field, answers)
  const time = typeof date === 'string' ? reminderTime(date, daysBefore, now) : 'never'
  if (time === 'never' || !site.mails.mail(mail, form.locale) || site.brands.byId(brand).sender === undefined)
    return null
  return {
    message: mailToVisitor('reminder', deferredMail('reminder', email, localOrigin)),
    address: quotaHash(hash, email),
    notBefore: time === 'now' ? null : time,
  }
}

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
