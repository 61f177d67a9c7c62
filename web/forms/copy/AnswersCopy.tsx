import { Fragment, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnswersCopy as Copy } from '#engine/form/journey'
import styles from './AnswersCopy.module.css'

export { copyOfAnswers } from '#engine/form/journey'

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
