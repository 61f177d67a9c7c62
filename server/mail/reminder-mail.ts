import { type Answers, answerTo, type ResolvedForm } from '#engine/form/model'
import { dayText } from '#engine/form/values'
import type { Catalog } from '#engine/site'
import type { WrittenMail } from './visitor-mail.ts'
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
