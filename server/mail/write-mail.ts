import { type Catalog, composeMail, type MailLinks, type MailLists, mailColours } from '#engine/site'
import type { WrittenMail } from './visitor-mail.ts'

/** What a mail to a visitor is written of. */
export interface MailOrder {
  to: string
  /** The id of a mail in mails/. */
  mail: string
  locale: string
  /** The brand's id. */
  brand: string
  /** The title of the form that the mail is about, if it is about one. */
  form?: string
  /** In words: the date that a reminder is about. */
  date?: string
  lists?: MailLists
  /** Whole addresses. */
  links?: MailLinks
  isTest?: boolean
}

/** The mail in words, to be sent as it is now; null when the definitions have no such mail, or nobody that it comes from. */
export function writeMail(catalog: Catalog, order: MailOrder): WrittenMail | null {
  const { to, locale, form = '', date, lists, links, isTest = false } = order
  const definition = catalog.mail(order.mail, locale)
  const { sender, name, origin, colours } = catalog.brand(order.brand)
  if (!definition || sender === undefined) return null
  const company = catalog.companyOf(locale)
  const composed = composeMail(definition, locale, {
    names: { form, brand: name, ...(date !== undefined && { date }) },
    addressOf(place) {
      // Links in words are paths already.
      const path = place.startsWith('/') ? place : catalog.pathOf(place, locale)
      return origin === undefined || path === null ? null : origin + path
    },
    closing: {
      company: company && [company.name, ...company.address].join(', '),
      unsubscribe: catalog.mailWords(locale).unsubscribe,
    },
    colours: mailColours(colours),
    ...(lists && { lists }),
    ...(links && { links }),
  })
  const subject = isTest ? `[test] ${composed.subject}` : composed.subject
  const { unsubscribe } = links ?? {}
  return { from: sender, fromName: name, to, subject, ...(unsubscribe !== undefined && { unsubscribe }), composed }
}
