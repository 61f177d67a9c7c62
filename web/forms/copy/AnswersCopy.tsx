import { Fragment, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AnswersCopy as Copy, itemName, journey } from '#engine/form/journey'
import { type Answers, answerTo, answerWords, plainWords, type ResolvedForm } from '#engine/form/model'
import { dayIn, dayText } from '#engine/form/values'
import styles from './AnswersCopy.module.css'

/**
 * The answers of a form that was sent, in the words of its questions. Consents are not among them.
 * @param answers the pruned answers of a finished journey
 * @param receivedAt when they arrived, in ISO 8601
 */
export function copyOfAnswers(form: ResolvedForm, answers: Answers, receivedAt: string): Copy {
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
function joined(groups: Copy['groups']): Copy['groups'] {
  return [...Map.groupBy(groups, ({ title }) => title)].map(([title, own]) => ({
    title,
    items: own.flatMap(({ items }) => items),
  }))
}

interface Props {
  copy: Copy
  heading: 'h2' | 'h3'
  /** Whether they are shown on a press only; on paper they always are. */
  isFolded?: boolean
}

/** The answers that were sent, with a button to print the page: as a document, without what surrounds it. */
export function AnswersCopy({ copy: { title, day, groups }, heading: Heading, isFolded = false }: Props) {
  const { t } = useTranslation()
  const Group = Heading === 'h2' ? 'h3' : 'h4'
  // Without a script only the browser's own menu prints.
  const [isRunning, setRunning] = useState(false)
  useEffect(() => setRunning(true), [])
  const name = (
    <Heading id="answers-copy" className={styles.heading}>
      {t('copyTitle')}
    </Heading>
  )
  const said = (
    <>
      <p>
        {title} – {t('copySent', { day })}
      </p>
      {groups.map(({ title, items }) => (
        <section key={title}>
          {title !== '' && <Group className="lw-answers-title">{title}</Group>}
          <dl>
            {items.map(({ question, answer }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two questions may be the same, and none moves
              <div key={index}>
                <dt>{question}</dt>
                <dd dir="auto">
                  <Breakable text={answer} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {isRunning && (
        <button type="button" className={`lw-button lw-button-quiet ${styles.print}`} onClick={() => print()}>
          {t('copyPrint')}
        </button>
      )}
    </>
  )
  return (
    <section className={`lw-answers ${styles.copy}`} aria-labelledby="answers-copy">
      {isFolded ? (
        <details className={`lw-more ${styles.fold}`}>
          <summary>{name}</summary>
          {said}
        </details>
      ) : (
        <>
          {name}
          {said}
        </>
      )}
    </section>
  )
}

/** A text whose addresses break before their @ and their dots, and not within a word. */
function Breakable({ text }: { text: string }) {
  if (!text.includes('@')) return text
  return text.split(/(?=@)|(?=\.\w)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts stay where they are
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
