import { useTranslation } from 'react-i18next'
import { Words } from '#engine/react'
import { Onwards, Stub } from '#web/forms'
import { Drawing, LateStyles } from '#web/ui'
import thanks from '../../forms/Thanks.module.css'
import type { SectionProps } from '../loaded-sections.ts'
import styles from './SentSection.module.css'

/** That answers given elsewhere have arrived: the same receipt as after a form of this site, with what is known here. */
export function SentSection({
  section: { id, title, text, next, facts = {}, note, drawing, action, href, onward, reference, recipients },
}: SectionProps<'sent'>) {
  const { t } = useTranslation()
  return (
    <section id={id} className={`${thanks.thanks} ${thanks.whole}`}>
      <LateStyles />
      <div className={`lw-slip ${thanks.sent}`}>
        <div className={thanks.done}>
          <h1 className="lw-heading">{title}</h1>
          {Object.keys(facts).length > 0 && (
            <ul className={styles.facts}>
              {Object.entries(facts).map(([fact, words]) => (
                <li key={fact}>{words}</li>
              ))}
            </ul>
          )}
          <p className="lw-lead">
            <Words text={text} />
          </p>
        </div>
        <h2 className={thanks.next}>{t('next')}</h2>
        <ol className={thanks.steps}>
          {Object.entries(next).map(([step, { title, text }]) => (
            <li key={step}>
              <strong>{title}</strong>
              {text !== undefined && (
                <span className={styles.said}>
                  <Words text={text} />
                </span>
              )}
            </li>
          ))}
        </ol>
        <Stub reference={reference} recipients={recipients} />
      </div>
      {note !== undefined && (
        <div className={thanks.withdraw}>
          <p>
            <Words text={note} />
          </p>
        </div>
      )}
      {drawing && (
        <div className={`lw-cover ${thanks.scene}`}>
          <Drawing name={drawing} isStanding />
        </div>
      )}
      {action && href !== null && <Onwards to={href} label={action.label} page={onward} level={1} />}
    </section>
  )
}
