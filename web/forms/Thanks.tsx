import { useTranslation } from 'react-i18next'
import type { ResolvedForm } from '#engine/core/definition/form.ts'
import { alertOf, type Ending } from '#engine/core/filling/ending.ts'
import { hereId } from '#engine/react/control-id.ts'
import { Words } from '#engine/react/Words.tsx'
import shared from '../sections/section.module.css'
import { focusOnArrival } from '../ui/focus-on-arrival.ts'
import styles from './Thanks.module.css'

interface Props {
  /** The id of the section. */
  id: string
  form: ResolvedForm
  ending: Ending | undefined
  /** Where the form begins anew. */
  again: string
  /** 1 where the form has the page for itself, 2 where it stays in its place. */
  level: 1 | 2
  /** Whether it takes the focus. */
  arrives: boolean
}

/** After the form was sent: that it arrived, and what happens next. */
export function Thanks({ id, form: { thanks }, ending, again, level, arrives }: Props) {
  const { t } = useTranslation()
  const Heading = `h${level}` as const
  const alert = alertOf(thanks, ending)
  const { title, text } = alert ?? { title: thanks?.title ?? t('thanksTitle'), text: thanks?.text ?? t('thanksText') }
  return (
    <section id={id} className={`${shared.column} ${styles.thanks} ${level === 1 ? styles.alone : shared.inPlace}`}>
      <div className={alert ? styles.alert : undefined}>
        <Heading
          id={hereId(id)}
          ref={arrives ? focusOnArrival : null}
          className="lw-heading"
          tabIndex={-1}
          autoFocus={arrives}
        >
          {title}
        </Heading>
        {typeof ending?.shown === 'string' && <p className={styles.shown}>{ending.shown}</p>}
        <p className="lw-lead">
          <Words text={text} />
        </p>
      </div>
      <p>
        <a href={again}>{t('startAgain')}</a>
      </p>
    </section>
  )
}
