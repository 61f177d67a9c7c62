import { answerWords } from '#engine/core/answer-words.ts'
import type { Answers } from '#engine/core/answers.ts'
import type { ResolvedForm } from '#engine/core/form.ts'
import type { JourneyStep } from '#engine/core/journey.ts'
import { plainWords } from '#engine/core/links.ts'
import type { Translate } from '#engine/core/sentence.ts'
import { control } from '#engine/core/turn.ts'

interface Props {
  form: ResolvedForm
  /** The steps before the one that is shown. */
  steps: readonly JourneyStep[]
  answers: Answers
  t: Translate
}

/** What was answered in the steps before, each with a button that leads back to it. It stands inside the form. */
export function AnswersSoFar({ form, steps, answers, t }: Props) {
  if (steps.length === 0) return null
  return (
    <details className="lw-answers" open>
      <summary>{t('answersSoFar')}</summary>
      {steps.map(({ id, asked }) => {
        const title = form.steps.find((step) => step.id === id)?.title
        return (
          <section key={id}>
            <h2>{title}</h2>
            <dl>
              {asked.flatMap((field) => {
                const answer = answers[field.id]
                if (answer === undefined || field.kind === 'count') return []
                return (
                  <div key={field.id}>
                    <dt>{plainWords(field.words.title)}</dt>
                    <dd>{answerWords(field, answer, form.locale)}</dd>
                  </div>
                )
              })}
            </dl>
            <button type="submit" className="lw-link" name={control.go} value={control.to + id}>
              {t('change')} <span className="lw-hidden">{title}</span>
            </button>
          </section>
        )
      })}
    </details>
  )
}
