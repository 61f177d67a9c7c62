import { everyField } from '#engine/form/journey'
import { answerTo, answerWords, plainWords } from '#engine/form/model'
import { type LeadMail, leadHtml } from '#engine/site'
import type { EmailDelivery } from '#schemas/generated/deliveries/email.ts'
import { failed } from '#server/leads'
import { type DeliveryKind, type Outgoing, unset } from '../channel.ts'
import { sendMail } from '../send-mail.ts'
import { leadMail } from './lead-mail.ts'

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

  lacks: (_, secrets) => (secrets('SMTP_URL') ? [] : [unset('SMTP_URL')]),

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

function textOf({ lead, form, answers }: Outgoing): string {
  const lines = everyField(form, answers).flatMap((field) => {
    const answer = answerTo(field.id, answers)
    if (answer === undefined || field.kind === 'consent' || field.kind === 'count') return []
    return [`${plainWords(field.words.title)}\n${indented(answerWords(field, answer, form))}`]
  })
  return [`${form.title}, ${lead.locale}, ${lead.receivedAt}`, ...lines, lead.id].join('\n\n')
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
