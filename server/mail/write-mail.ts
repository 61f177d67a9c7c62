import { estimateTold, everyField } from '#engine/form/journey'
import { isChosen, leadReference } from '#engine/form/lead'
import {
  type Answers,
  answerTo,
  answerWords,
  plainWords,
  type ResolvedField,
  type ResolvedForm,
  templateId,
} from '#engine/form/model'
import { dayText } from '#engine/form/values'
import { confirmAgain } from '#engine/library'
import {
  type ComposedMail,
  composeMail,
  type MailItem,
  type MailLinks,
  type MailLists,
  type MailNotes,
  mailColours,
  mailHtml,
  mailText,
  placeOfKind,
  type Site,
} from '#engine/site'
import {
  type LimitedMail,
  mintToken,
  type NewSubscription,
  quotaHash,
  subscriberHash,
  type TimedMail,
  type Topic,
  visitors,
} from '#server/leads'
import type { Mail } from '#server/outbound'
import type { KeyedHash } from '#server/storage'

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
  /** In words: the date that a reminder, or the end of an offer, is about. */
  date?: string
  /** What the visitor calls the lead by. */
  reference?: string
  lists?: MailLists
  notes?: MailNotes
  /** Whole addresses. */
  links?: MailLinks
  isTest?: boolean
}

/** The mail in words, to be sent as it is now; null when the definitions have no such mail, or nobody that it comes from. */
export function writeMail(site: Site, order: MailOrder): WrittenMail | null {
  const { to, locale, form = '', date, reference, lists, notes, links, isTest = false } = order
  const definition = site.mails.mail(order.mail, locale)
  const { sender, name, origin, colours } = site.brands.byId(order.brand)
  if (!definition || sender === undefined) return null
  const company = site.texts.company(locale)
  const composed = composeMail(definition, locale, {
    names: { form, brand: name, ...(date !== undefined && { date }), ...(reference !== undefined && { reference }) },
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
    ...(notes && { notes }),
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
  deferred: 'receipt' | 'reminder' | 'confirmation' | 'offers' | 'offer-expiry'
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

const day = 24 * 60 * 60 * 1000

const morning = 8 * 60 * 60 * 1000

/** What a receipt is written of. */
export interface ReceiptFacts {
  to: string
  /** The id of the lead. */
  lead: string
  form: ResolvedForm
  answers: Answers
  /** The brand whose host the lead came to. */
  brand: string
  test: boolean
  /** The sentences that the visitor agreed to, as they were shown. */
  consents: readonly string[]
  /** The partners that get the lead, by id. */
  takers: readonly string[]
  /** The address that unsubscribes who subscribes to something of the brand; null for everybody else. */
  link: string | null
}

/** A consent appears as its sentence, and what people write themselves only where the form says so. */
function isTold(field: ResolvedField, named: 'all' | readonly string[]): boolean {
  if (field.kind === 'consent' || field.kind === 'count') return false
  return named === 'all' || (named.includes(templateId(field.place)) && isChosen(field))
}

/** The receipt in words; null when the definitions have no such mail any more, or nobody that it comes from. */
export function receiptMail(site: Site, lead: ReceiptFacts): WrittenMail | null {
  const { to, form, answers, brand, test, link } = lead
  const { mail = '', answers: named = [] } = form.receipt ?? {}
  const told = everyField(form, answers).flatMap((field): MailItem[] => {
    const answer = answerTo(field.id, answers)
    if (answer === undefined || !isTold(field, named)) return []
    const text = answerWords(field, answer, form)
    return [{ name: plainWords(field.words.title), text, ...(!isChosen(field) && { isTyped: true }) }]
  })
  const estimate = estimateTold(form, answers)
  const lists = {
    answers: estimate ? [...told, { name: estimate.title, text: `${estimate.figure}. ${estimate.assumption}` }] : told,
    consents: lead.consents.map((text) => ({ text })),
    recipients: lead.takers.flatMap((partner) => {
      const taker = site.partners.all[partner]
      return taker ? [{ text: taker.name }] : []
    }),
  }
  const links = link === null ? {} : { unsubscribe: link }
  const reference = leadReference(lead.lead)
  return writeMail(site, {
    to,
    mail,
    locale: form.locale,
    brand,
    form: form.title,
    reference,
    lists,
    links,
    isTest: test,
  })
}

/** A lead, as far as it decides whether there is a receipt, or a mail with its offers. */
export interface Receipted {
  form: ResolvedForm
  /** The first e-mail address that was given. */
  email: string | null
  /** The brand whose host it came to. */
  brand: string
  test: boolean
  suspicion: string | null
  /** The origin of a trial on this machine; null for everybody else. */
  localOrigin: string | null
}

/**
 * The mail that tells the visitor what was sent, as the form promises it; null where it promises none, or nobody gave an
 * address. What looks made by a program gets none, since such programs write other people's addresses. It is written
 * when it leaves (`write-deferred.ts`): whoever waits for the lead to be stored does not wait for that.
 */
export function receiptOf(site: Site, hash: KeyedHash, lead: Receipted): TimedMail | null {
  const { form, email, brand, test, suspicion, localOrigin } = lead
  const { mail, testLeads = false } = form.receipt ?? {}
  if (mail === undefined || email === null || suspicion !== null || (test && !testLeads)) return null
  if (!site.mails.mail(mail, form.locale) || site.brands.byId(brand).sender === undefined) return null
  const message = mailToVisitor('receipt', deferredMail('receipt', email, localOrigin))
  return { message, address: quotaHash(hash, email), notBefore: null }
}

/** A lead, as far as its subscription goes. */
interface Subscribed {
  form: ResolvedForm
  /** The first e-mail address that was given. */
  email: string | null
  /** The brand whose host it came to. */
  brand: string
  test: boolean
  suspicion: string | null
  /** Whether the address has unsubscribed from the brand. */
  isSuppressed: boolean
  /** Where links lead whoever tries the product on this machine, in place of the brand's own origin. */
  localOrigin: string | null
}

/**
 * The subscription of a lead; null where its form is for something else. What looks made by a program subscribes to
 * nothing until an operator approves it. The mail to confirm is the same for who is subscribed already, and says nothing
 * that anybody wrote; leads of a test get it too, marked, or nobody could try the form.
 */
export function subscriptionOf(site: Site, hash: KeyedHash, lead: Subscribed): NewSubscription | null {
  const { form, email, suspicion, isSuppressed } = lead
  if (!form.subscription || email === null || suspicion !== null) return null
  const address = subscriberHash(hash, email)
  const mail = form.subscription.confirm ?? (isSuppressed ? confirmAgain : undefined)
  if (mail === undefined) return { address, isHeld: false, asked: null }
  return { address, isHeld: true, asked: askToConfirm(site, hash, { ...lead, email, address }, mail) }
}

/** A mail that cannot be written now, for want of something in the definitions, is written once it leaves. */
function askToConfirm(
  site: Site,
  hash: KeyedHash,
  lead: Subscribed & { email: string; address: string },
  mail: string,
): LimitedMail {
  const written = confirmationMail(site, lead, mail)
  const address = quotaHash(hash, lead.email)
  if (written) return { message: mailToVisitor('confirmation', written.mail), address, tokens: written.tokens }
  return { message: mailToVisitor('confirmation', deferredMail('confirmation', lead.email, lead.localOrigin)), address }
}

/** The mail that asks to confirm a subscription; null where the definitions have none, no page for it or no sender. */
export function confirmationMail(
  site: Site,
  {
    form,
    email,
    address,
    brand,
    test,
    localOrigin,
  }: Pick<Subscribed, 'form' | 'brand' | 'test' | 'localOrigin'> & { email: string; address: string },
  mail = form.subscription?.confirm ?? confirmAgain,
): { mail: WrittenMail; tokens: NonNullable<LimitedMail['tokens']> } | null {
  const { locale } = form
  const path = placeOfKind(site, 'confirmation', brand, locale)
  const origin = localOrigin ?? site.brands.byId(brand).origin
  if (path === null || origin === undefined) return null
  const { token, hash } = mintToken()
  const unsubscribe = unsubscribeLink(site, { address, brand, locale, localOrigin })
  const links = { confirm: `${origin}${path}?token=${token}`, ...(unsubscribe && { unsubscribe: unsubscribe.href }) }
  const written = writeMail(site, { to: email, mail, locale, brand, form: form.title, links, isTest: test })
  if (!written) return null
  const confirm = { hash, purpose: 'confirm' as const, address, brand }
  return { mail: written, tokens: unsubscribe ? [confirm, unsubscribe.token] : [confirm] }
}

/** The whole address that a mail is unsubscribed from with, and what of its token is stored with the mail. */
interface UnsubscribeLink {
  href: string
  token: NonNullable<LimitedMail['tokens']>[number]
}

/**
 * Each mail has a link of its own, which is good for ever: so may be the mail. null where the brand has no origin, or no
 * page for it.
 * @param to the keyed hash of the address, the brand's id, and the origin of a trial on this machine in place of the brand's
 */
export function unsubscribeLink(
  site: Site,
  {
    address,
    brand,
    locale,
    localOrigin = null,
  }: { address: string; brand: string; locale: string; localOrigin?: string | null | undefined },
): UnsubscribeLink | null {
  const origin = localOrigin ?? site.brands.byId(brand).origin
  const path = placeOfKind(site, 'unsubscription', brand, locale)
  if (path === null || origin === undefined) return null
  const { token, hash } = mintToken()
  return { href: `${origin}${path}?token=${token}`, token: { hash, purpose: 'unsubscribe', address, brand } }
}

/** What a reminder is written of. */
interface ReminderFacts {
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
export interface Reminded {
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
 * date, or that is in the past. It is written when it leaves (`write-deferred.ts`).
 * @param now milliseconds since the epoch
 */
export function reminderOf(site: Site, hash: KeyedHash, lead: Reminded, now: number): TimedMail | null {
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
