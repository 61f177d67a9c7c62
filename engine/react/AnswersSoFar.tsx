import { answerWords } from '#engine/core/answer-words.ts'
import type { Answers } from '#engine/core/answers.ts'
import type { ResolvedForm } from '#engine/core/form.ts'
import type { JourneyStep } from '#engine/core/journey.ts'
import { plainWords } from '#engine/core/links.ts'
import type { Translate } from '#engine/core/sentence.ts'
import { control } from '#engine/core/turn.ts'

interface Props {
  form: ResolvedForm
  /** The steps of this route, and which of them is shown. */
  steps: readonly JourneyStep[]
  at: number
  answers: Answers
  t: Translate
}

/** What was answered in the steps before, each with a button that leads back to it, and which steps are still to come. */
export function AnswersSoFar({ form, steps, at, answers, t }: Props) {
  if (at < 1) return null
  const titleOf = (id: string) => form.steps.find((step) => step.id === id)?.title
  const toCome = steps.slice(at + 1)
  return (
    <details className="lw-answers" open>
      <summary>{t('answersSoFar')}</summary>
      {steps.slice(0, at).map(({ id, asked }) => {
        const title = titleOf(id)
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
                    {/* Browsers and server may space an amount differently. */}
                    <dd suppressHydrationWarning>{answerWords(field, answer, form)}</dd>
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
      {toCome.length > 0 && (
        <section>
          <h2>{t('next')}</h2>
          <ul>
            {toCome.map(({ id }) => (
              <li key={id}>{titleOf(id)}</li>
            ))}
          </ul>
        </section>
      )}
      <button type="submit" className="lw-link" name={control.go} value={control.restart}>
        {t('startAgain')}
      </button>
    </details>
  )
}
