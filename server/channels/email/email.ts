import { everyField, itemName } from '#engine/form/journey'
import { storedAnswer } from '#engine/form/lead'
import {
  type Answer,
  type Answers,
  answerTo,
  answerWords,
  fieldsAsked,
  plainWords,
  type ResolvedField,
  type ResolvedForm,
  type ResolvedStep,
  type UploadedFile,
  uploadedFile,
  wholeSteps,
} from '#engine/form/model'
import { memoizeByObject } from '#engine/form/values'
import { type LeadItem, type LeadMail, leadHtml, mailColours } from '#engine/site'
import type { EmailDelivery } from '#schemas/generated/deliveries/email.ts'
import type { AttemptOutcome } from '#server/leads'
import type { Mail, Mailer } from '#server/outbound'
import { type DeliveryKind, failed, type Outgoing, unset, waitsFor } from '../channel.ts'

/** The most characters of an answer, which stands whole in the plain text. */
const longestAnswer = 2000

const colours = memoizeByObject<ReturnType<typeof mailColours>>()

/** A mail's subject and text; what earlier versions made, and what is not about a lead, is that alone. */
interface Payload {
  subject: string
  text: string
  /** The same as HTML, before it is written as such. */
  content?: LeadMail
  /** The visitor's address, for who may answer. */
  visitor?: string
}

/** The lead as a mail that people can read: each question with its answer, in the words the visitor saw. */
export const email: DeliveryKind<EmailDelivery> = {
  payload(outgoing) {
    const subject = subjectOf(outgoing)
    const visitor = visitorOf(outgoing)
    const payload: Payload = {
      ...{ subject, text: textOf(outgoing), content: leadMail(outgoing, subject) },
      ...(visitor !== undefined && { visitor }),
    }
    return JSON.stringify(payload)
  },

  unsubscribed({ lead: { id, locale, receivedAt, unsubscribedAt, test }, title, address }) {
    const lines = [`${title}, ${locale}, ${receivedAt}`, `Unsubscribed: ${unsubscribedAt}`]
    const text = [...lines, ...(address === null ? [] : [indented(address)]), id].join('\n\n')
    return JSON.stringify({
      subject: `${test ? '[test] ' : ''}[unsubscribed] ${title} (${id})`,
      text,
    } satisfies Payload)
  },

  missingSecrets: (_, secrets) => (secrets('SMTP_URL') ? [] : [unset('SMTP_URL')]),

  async send({ messageId: id, payload }, { to, from, replyToVisitor }, { mailer }) {
    const { subject, text, content, visitor } = JSON.parse(payload) as Payload
    const outcome = await sendMail(mailer, {
      ...{ id, to, from, subject, text },
      ...(content && { html: leadHtml(content) }),
      ...(replyToVisitor && visitor !== undefined && { replyTo: visitor }),
    })
    // Its address stands in the definitions, where it can be mended before the next try.
    return outcome.kind === 'bounced' ? failed(outcome.error) : outcome
  },
}

function subjectOf({ lead, form }: Outgoing): string {
  return `${lead.test ? '[test] ' : ''}${form.title} (${lead.id})`
}

/** The first e-mail address that was answered. */
function visitorOf({ form, answers }: Outgoing): string | undefined {
  const asked = everyField(form, answers).filter(({ kind }) => kind === 'email')
  return asked.map(({ id }) => answerTo(id, answers)).find((answer) => typeof answer === 'string')
}

function textOf({ lead, form, answers, sendFile }: Outgoing): string {
  const lines = everyField(form, answers).flatMap((field) => {
    const answer = answerTo(field.id, answers)
    if (answer === undefined || field.kind === 'consent' || field.kind === 'count') return []
    const links = filesIn(field, answer).map((file) => sendFile(file).url)
    return [`${plainWords(field.words.title)}\n${[indented(answerWords(field, answer, form)), ...links].join('\n')}`]
  })
  return [`${form.title}, ${lead.locale}, ${lead.receivedAt}`, ...lines, lead.id].join('\n\n')
}

/** The uploaded files of an answer. */
function filesIn({ files }: ResolvedField, answer: Answer): UploadedFile[] {
  return files && Array.isArray(answer) ? answer.flatMap((text) => uploadedFile(text) ?? []) : []
}

/**
 * Whatever a visitor writes stands further right than any question, so that it cannot pass for one. Long lines are broken
 * here, or the reader's program would break them and begin at the margin.
 */
function indented(answer: string): string {
  const lines = answer.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
  return lines
    .flatMap((line) => line.match(/.{1,70}(?:\s|$)|\S+\s?/gu) ?? [''])
    .map((line) => `  ${line.trimEnd()}`)
    .join('\n')
}

/** A lead as its partner reads it: what was asked step by step, what was agreed to, where it came from. */
function leadMail({ lead, form, answers, brand, page, attribution, ...outgoing }: Outgoing, subject: string): LeadMail {
  const { id, locale, receivedAt } = lead
  const words = outgoing.words()
  const asked = wholeSteps(form).flatMap((step) => groupsOf(step, form, answers, outgoing.sendFile))
  const sentences = (isGranted: boolean) =>
    form.consents
      .filter((consent) => (answerTo(consent.id, answers) === true) === isGranted)
      .map(({ text }) => ({ text: plainWords(text) }))
  const origin: LeadItem[] = [
    { name: words.brand, text: brand.name },
    ...(page === null ? [] : [{ name: words.page, text: page }]),
    ...(form.hidden ?? []).flatMap((field) => itemOf(field, form, answers)),
    ...Object.entries(attribution).map(([name, text]) => ({ name, text, isTyped: true })),
  ]
  const groups = [
    ...asked,
    { title: words.agreed, items: sentences(true) },
    { title: words.declined, items: sentences(false) },
    { title: words.from, items: origin },
  ]
  return {
    ...{ locale, subject, heading: form.title },
    about: [`${words.received}: ${receivedAt.slice(0, 16).replace('T', ' ')} UTC`, id],
    groups: groups.filter(({ items }) => items.length > 0),
    brand: { name: brand.name, colours: colours(brand, '', () => mailColours(brand.colours)) },
  }
}

/** The answers of a step; those of each item apart, where it is asked several times. */
function groupsOf(
  step: ResolvedStep,
  form: ResolvedForm,
  answers: Answers,
  sendFile: Outgoing['sendFile'],
): LeadMail['groups'] {
  const byItem = Map.groupBy(fieldsAsked(step, answers), ({ place }) =>
    typeof place.item === 'number' ? place.item : null,
  )
  return [...byItem].map(([item, fields]) => ({
    title: plainWords(step.repeat && item !== null ? itemName(step.repeat, item) : step.title),
    items: fields.flatMap((field) => {
      const files = filesIn(field, answerTo(field.id, answers) ?? '').map(sendFile)
      const name = plainWords(field.words.title)
      return files.length > 0
        ? files.map((file) => ({ name, text: file.name, isTyped: true, href: file.url }))
        : itemOf(field, form, answers)
    }),
  }))
}

function itemOf(field: ResolvedField, form: ResolvedForm, answers: Answers): LeadItem[] {
  const answer = answerTo(field.id, answers)
  if (answer === undefined || field.kind === 'consent' || field.kind === 'count') return []
  const text = shortened(answerWords(field, answer, form))
  const href = hrefOf(field, answer, form, answers)
  const isTyped = typeof answer === 'string' && !field.listed && !Object.hasOwn(field.words.options ?? {}, answer)
  return [{ name: plainWords(field.words.title), text, ...(isTyped && { isTyped }), ...(href !== null && { href }) }]
}

/** What a partner does next is a press away. A mailbox may hold what would add another header to a mail. */
function hrefOf(field: ResolvedField, answer: Answer, form: ResolvedForm, answers: Answers): string | null {
  const stored = String(storedAnswer(field, answer, form, answers))
  if (field.kind === 'email') return `mailto:${encodeURIComponent(stored).replace('%40', '@')}`
  return field.kind === 'phone' && /^\+\d+$/.test(stored) ? `tel:${stored}` : null
}

function shortened(text: string): string {
  return text.length > longestAnswer ? `${text.slice(0, longestAnswer).toWellFormed()} …` : text
}

/** One try to send a mail; without SMTP_URL it waits. */
export async function sendMail(mailer: Mailer | null, mail: Mail): Promise<AttemptOutcome> {
  if (!mailer) return waitsFor(unset('SMTP_URL'))
  const failure = await mailer.send(mail)
  if (failure === null) return { kind: 'delivered' }
  return failure.isBounced ? { kind: 'bounced', error: failure.reason } : failed(failure.reason)
}
