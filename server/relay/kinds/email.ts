import { answerWords } from '#engine/core/answer-words.ts'
import { answerTo } from '#engine/core/answers.ts'
import { plainWords } from '#engine/core/links.ts'
import { everyField } from '#engine/core/repeat.ts'
import { type DeliveryKind, failed, type Outgoing, waitsFor } from './kind.ts'

/** A mail's subject and text. */
interface Payload {
  subject: string
  text: string
}

/** The lead as a mail that people can read: each question with its answer, in the words the visitor saw. */
export const email: DeliveryKind = {
  payload: (outgoing) => JSON.stringify({ subject: subjectOf(outgoing), text: textOf(outgoing) } satisfies Payload),

  async send({ messageId, payload }, { to, from }, { mailer }) {
    if (!to || !from) return failed('The mail has no address to go to, or none to come from.')
    if (!mailer) return waitsFor('SMTP_URL')
    const error = await mailer.send({ id: messageId, to, from, ...(JSON.parse(payload) as Payload) })
    return error === null ? { kind: 'delivered' } : failed(error)
  },
}

function subjectOf({ lead, form }: Outgoing): string {
  return `${lead.test ? '[test] ' : ''}${form.title} (${lead.id})`
}

function textOf({ lead, form, answers }: Outgoing): string {
  const lines = everyField(form, answers).flatMap((field) => {
    const answer = answerTo(field.id, answers)
    if (answer === undefined || field.kind === 'consent' || field.kind === 'count') return []
    return [`${plainWords(field.words.title)}\n  ${answerWords(field, answer, form)}`]
  })
  return [`${form.title}, ${lead.locale}, ${lead.receivedAt}`, ...lines, lead.id].join('\n\n')
}
