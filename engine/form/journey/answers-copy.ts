import { type Answers, answerTo, answerWords, plainWords, type ResolvedForm } from '#engine/form/model'
import { dayIn, dayText } from '#engine/form/values'
import { type AnswersCopy, itemName, journey } from './journey.ts'

/**
 * The answers of a form that was sent, in the words of its questions. Consents are not among them.
 * @param answers the pruned answers of a finished journey
 * @param receivedAt when they arrived, in ISO 8601
 */
export function copyOfAnswers(form: ResolvedForm, answers: Answers, receivedAt: string): AnswersCopy {
  const { steps } = journey(form, answers)
  const groups = steps.flatMap(({ id, asked }) => {
    const { title = '', repeat } = form.steps.find((step) => step.id === id) ?? {}
    const said = asked.flatMap((field) => {
      const answer = answerTo(field.id, answers)
      const isTold = answer !== undefined && field.kind !== 'count' && field.kind !== 'consent'
      return isTold ? [{ field, answer }] : []
    })
    return [...Map.groupBy(said, ({ field }) => field.place.item)].map(([item, own]) => ({
      title: repeat && typeof item === 'number' ? itemName(repeat, item) : title,
      items: own.map(({ field, answer }) => ({
        question: plainWords(field.words.title),
        answer: answerWords(field, answer, form),
      })),
    }))
  })
  return {
    title: plainWords(form.title),
    day: dayText(dayIn(Date.parse(receivedAt), form.market.timeZone), form),
    groups: joined(groups),
  }
}

/** The screens of a step are one group. */
function joined(groups: AnswersCopy['groups']): AnswersCopy['groups'] {
  return [...Map.groupBy(groups, ({ title }) => title)].map(([title, own]) => ({
    title,
    items: own.flatMap(({ items }) => items),
  }))
}
