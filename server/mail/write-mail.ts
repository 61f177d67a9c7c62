import type { ComposedMail } from '#engine/site'
import { composeMail, type MailLinks, type MailLists, mailColours, mailHtml, mailText, type Site } from '#engine/site'
import { type LimitedMail, type Topic, visitors } from '#server/leads'
import type { Mail } from '#server/outbound'

const mailed = /(?<=\?token=)[A-Za-z0-9_-]{43}/g

const taken = '?token=sent'

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
export function writeMail(site: Site, order: MailOrder): WrittenMail | null {
  const { to, locale, form = '', date, lists, links, isTest = false } = order
  const definition = site.mails.mail(order.mail, locale)
  const { sender, name, origin, colours } = site.brands.byId(order.brand)
  if (!definition || sender === undefined) return null
  const company = site.texts.company(locale)
  const composed = composeMail(definition, locale, {
    names: { form, brand: name, ...(date !== undefined && { date }) },
    addressOf(place) {
      // Links in words are paths already.
      const path = place.startsWith('/') ? place : site.pages.pathOf(place, locale)
      return origin === undefined || path === null ? null : origin + path
    },
    closing: {
      company: company && [company.name, ...company.address].join(', '),
      unsubscribe: site.mails.words(locale).unsubscribe,
    },
    colours: mailColours(colours),
    ...(lists && { lists }),
    ...(links && { links }),
  })
  const subject = isTest ? `[test] ${composed.subject}` : composed.subject
  const { unsubscribe } = links ?? {}
  return { from: sender, fromName: name, to, subject, ...(unsubscribe !== undefined && { unsubscribe }), composed }
}

/** A mail to a visitor, complete: no definition is asked when it is sent. What is composed is set only then. */
export type WrittenMail = Pick<Mail, 'from' | 'fromName' | 'to' | 'subject' | 'unsubscribe'> &
  (Pick<Mail, 'text' | 'html'> | { composed: ComposedMail })

/** A mail about a lead that is written before its first attempt. */
export interface Deferred {
  to: string
  deferred: 'receipt' | 'reminder' | 'confirmation'
  /** The origin of a trial on this machine, where links lead in place of the brand's. */
  localOrigin?: string
}

/** What the outbox holds of a mail: the mail, or what it is written of. */
export type VisitorMail = WrittenMail | Deferred

export function isDeferred(mail: VisitorMail): mail is Deferred {
  return 'deferred' in mail
}

/** @param delivery tells mails of one topic about one subject apart */
export function mailToVisitor(topic: Topic, mail: VisitorMail, delivery: string = topic): LimitedMail['message'] {
  return { partner: visitors, delivery, topic, kind: 'mail', payload: JSON.stringify(mail) }
}

/** What a mail about a lead is written of once it leaves. */
export function deferredMail(deferred: Deferred['deferred'], to: string, localOrigin: string | null): VisitorMail {
  return { to, deferred, ...(localOrigin !== null && { localOrigin }) }
}

/** A written mail as it goes over the wire. */
export function setMail(mail: WrittenMail): Omit<Mail, 'id' | 'isAutomatic'> {
  if (!('composed' in mail)) return mail
  const { composed, ...envelope } = mail
  return { ...envelope, text: mailText(composed), html: mailHtml(composed) }
}

/** Whether a mail in the outbox holds a token. */
export function hasToken(payload: string): boolean {
  return payload.search(mailed) >= 0
}

/** A mail that was sent without what whoever has it may do in the visitor's place: nothing but its hash is kept of that. */
export function withoutToken(payload: string): string {
  return payload.replaceAll(mailed, 'sent')
}

/** Whether the token of a mail was taken out once it was sent, so that it cannot be sent again. */
export function isWithoutToken(payload: string): boolean {
  return payload.includes(taken)
}
