import { everyField } from '#engine/form/journey'
import { isChosen } from '#engine/form/lead'
import {
  type Answers,
  answerTo,
  answerWords,
  plainWords,
  type ResolvedField,
  type ResolvedForm,
  templateId,
} from '#engine/form/model'
import type { MailItem, Site } from '#engine/site'
import { type LimitedMail, quotaHash } from '#server/leads'
import type { KeyedHash } from '#server/storage'
import type { WrittenMail } from './write-mail.ts'
import { deferredMail, mailToVisitor, writeMail } from './write-mail.ts'

/** What a receipt is written of. */
export interface ReceiptFacts {
  to: string
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

/** A consent is told by its sentence. */
function isTold(field: ResolvedField): boolean {
  return field.kind !== 'consent' && isChosen(field)
}

/** The receipt in words; null when the definitions have no such mail any more, or nobody that it comes from. */
export function receiptMail(site: Site, lead: ReceiptFacts): WrittenMail | null {
  const { to, form, answers, brand, test, link } = lead
  const { mail = '', answers: named = [] } = form.receipt ?? {}
  const told = everyField(form, answers).flatMap((field): MailItem[] => {
    const answer = answerTo(field.id, answers)
    if (answer === undefined || !named.includes(templateId(field.place)) || !isTold(field)) return []
    return [{ name: plainWords(field.words.title), text: answerWords(field, answer, form) }]
  })
  const lists = {
    answers: told,
    consents: lead.consents.map((text) => ({ text })),
    recipients: lead.takers.flatMap((partner) => {
      const taker = site.partners.all[partner]
      return taker ? [{ text: taker.name }] : []
    }),
  }
  const links = link === null ? {} : { unsubscribe: link }
  return writeMail(site, { to, mail, locale: form.locale, brand, form: form.title, lists, links, isTest: test })
}

/** A lead, as far as it decides whether there is a receipt. */
interface Receipted {
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
 * when it leaves (`receipt-mail.ts`): whoever waits for the lead to be stored does not wait for that.
 */
export function receiptOf(site: Site, hash: KeyedHash, lead: Receipted): LimitedMail | null {
  const { form, email, brand, test, suspicion, localOrigin } = lead
  const { mail, testLeads = false } = form.receipt ?? {}
  if (mail === undefined || email === null || suspicion !== null || (test && !testLeads)) return null
  if (!site.mails.mail(mail, form.locale) || site.brands.byId(brand).sender === undefined) return null
  const message = mailToVisitor('receipt', deferredMail('receipt', email, localOrigin))
  return { message, address: quotaHash(hash, email) }
}
