import { Fragment } from 'react'
import { control, itemName, type JourneyStep } from '#engine/form/journey'
import {
  type Answers,
  answerTo,
  answerWords,
  plainWords,
  type ResolvedField,
  type ResolvedForm,
  type Translate,
} from '#engine/form/model'

interface Props {
  form: ResolvedForm
  /** The steps of this route, and which of them is shown. */
  steps: readonly JourneyStep[]
  at: number
  answers: Answers
  /** The level of the step's heading; a form at 1 has the page for itself, and room beside it. */
  level: 1 | 2
  t: Translate
}

/** What was answered in the steps before, each with a button that leads back to it, and which steps are still to come. */
export function AnswersSoFar({ form, steps, at, answers, level, t }: Props) {
  if (at < 1) return null
  const stepOf = (id: string) => form.steps.find((step) => step.id === id)
  const toCome = steps.slice(at + 1)
  const [Title, Item] = level === 1 ? (['h2', 'h3'] as const) : (['h3', 'h4'] as const)
  return (
    <details className={level === 1 ? 'lw-answers lw-slip lw-answers-beside' : 'lw-answers'} open={level === 1}>
      <summary>{t('answersSoFar')}</summary>
      {steps.slice(0, at).map(({ id, asked }) => {
        const { title, repeat } = stepOf(id) ?? {}
        return (
          <section key={id}>
            <Title className="lw-answers-title">{title}</Title>
            {answered(asked, answers).map(([item, fields]) => (
              <Fragment key={item ?? ''}>
                {repeat && typeof item === 'number' && (
                  <Item className="lw-answers-item">{itemName(repeat, item)}</Item>
                )}
                <dl>
                  {fields.map(({ field, answer }) => (
                    <div key={field.id}>
                      <dt>{plainWords(field.words.title)}</dt>
                      <dd>{answerWords(field, answer, form)}</dd>
                    </div>
                  ))}
                </dl>
              </Fragment>
            ))}
            <button type="submit" className="lw-link" name={control.go} value={control.to + id}>
              {t('change')} <span className="lw-hidden">{title}</span>
            </button>
          </section>
        )
      })}
      {toCome.length > 0 && (
        <section className="lw-answers-next">
          <Title className="lw-answers-title">{t('next')}</Title>
          <ul>
            {toCome.map(({ id }) => (
              <li key={id}>{stepOf(id)?.title}</li>
            ))}
          </ul>
        </section>
      )}
      {form.keepAnswers && <p className="lw-answers-kept">{t('keptOnDevice', { count: form.keepAnswers.days })}</p>}
      {/* It asks first, without a script too. */}
      <details className="lw-restart">
        <summary>{t('startAgain')}</summary>
        <p>{t('startAgainText')}</p>
        <button type="submit" className="lw-button lw-button-quiet" name={control.go} value={control.restart}>
          {t('startAgainSure')}
        </button>
      </details>
    </details>
  )
}

/** The fields that have an answer, those of each item together. */
function answered(asked: readonly ResolvedField[], answers: Answers) {
  const fields = asked.flatMap((field) => {
    const answer = answerTo(field.id, answers)
    return answer === undefined || field.kind === 'count' ? [] : [{ field, answer }]
  })
  return [...Map.groupBy(fields, ({ field }) => field.place.item)]
}
