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
import type { Catalog, MailItem } from '#engine/site'
import type { WrittenMail } from './visitor-mail.ts'
import { writeMail } from './write-mail.ts'

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
export function receiptMail(catalog: Catalog, lead: ReceiptFacts): WrittenMail | null {
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
      const taker = catalog.partners[partner]
      return taker ? [{ text: taker.name }] : []
    }),
  }
  const links = link === null ? {} : { unsubscribe: link }
  return writeMail(catalog, { to, mail, locale: form.locale, brand, form: form.title, lists, links, isTest: test })
}
