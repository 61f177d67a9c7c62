import type { Catalog } from '#engine/catalog/catalog.ts'
import { composeMail, frameMail, type MailFrame, type MailItem } from '#engine/catalog/mails/mail-parts.ts'
import { templateId } from '#engine/core/definition/field-place.ts'
import type { ResolvedField, ResolvedForm } from '#engine/core/definition/form.ts'
import { plainWords } from '#engine/core/definition/links.ts'
import { answerWords } from '#engine/core/filling/answer-words.ts'
import { type Answers, answerTo } from '#engine/core/filling/answers.ts'
import { everyField } from '#engine/core/filling/repeat.ts'
import { isChosen } from '#engine/core/lead/chosen.ts'
import { oncePerValue } from '#engine/core/values/once-per-value.ts'
import type { KeyedHash } from '../secret-key.ts'
import { addressHash, type LimitedMail } from './limited-mail.ts'
import { mailToVisitor } from './visitor-mail.ts'

/** A lead that a receipt is written of. */
export interface Receipted {
  form: ResolvedForm
  answers: Answers
  /** The brand whose host it came to. */
  brand: string
  test: boolean
  suspicion: string | null
  /** The sentences that the visitor agreed to, as they were shown. */
  consents: readonly string[]
  /** The partners that get the lead, by id. */
  takers: readonly string[]
}

/** A consent is told by its sentence. */
function isTold(field: ResolvedField): boolean {
  return field.kind !== 'consent' && isChosen(field)
}

/** A frame is made once for each form and brand: the catalog's mails are others after each change. */
const framed = oncePerValue<MailFrame>()

/**
 * The mail that tells the visitor what was sent, as the form promises it; null where it promises none, or nobody gave an
 * address. What looks made by a program gets none, since such programs write other people's addresses.
 */
export function receiptOf(catalog: Catalog, hash: KeyedHash, lead: Receipted): LimitedMail | null {
  const { form, answers, test, suspicion } = lead
  const { mail: id, testLeads = false, answers: named = [] } = form.receipt ?? {}
  if (id === undefined || suspicion !== null || (test && !testLeads)) return null
  const fields = everyField(form, answers)
  const to = fields.flatMap((field) => (field.kind === 'email' ? (answerTo(field.id, answers) ?? []) : []))[0]
  const definition = catalog.mail(id, form.locale)
  const { sender, name, origin } = catalog.brand(lead.brand)
  if (typeof to !== 'string' || !definition || sender === undefined) return null

  const told = fields.flatMap((field): MailItem[] => {
    const answer = answerTo(field.id, answers)
    if (answer === undefined || !named.includes(templateId(field.place)) || !isTold(field)) return []
    return [{ name: plainWords(field.words.title), text: answerWords(field, answer, form) }]
  })
  const frame = framed(definition, JSON.stringify([lead.brand, form.title]), () =>
    frameMail(definition, form.locale, {
      names: { form: form.title, brand: name },
      addressOf(page) {
        const path = catalog.pathOf(page, form.locale)
        return origin === undefined || path === null ? null : origin + path
      },
    }),
  )
  const composed = composeMail(frame, {
    answers: told,
    consents: lead.consents.map((text) => ({ text })),
    recipients: lead.takers.flatMap((partner) => {
      const taker = catalog.partners[partner]
      return taker ? [{ text: taker.name }] : []
    }),
  })
  const subject = test ? `[test] ${composed.subject}` : composed.subject
  const mail = { from: sender, fromName: name, to, subject, composed }
  return { message: mailToVisitor('receipt', mail), address: addressHash(hash, to) }
}
