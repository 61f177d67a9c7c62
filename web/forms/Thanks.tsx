import { useTranslation } from 'react-i18next'
import type { ResolvedForm } from '#engine/core/definition/form.ts'
import { alertOf, type Ending } from '#engine/core/filling/ending.ts'

import { Words } from '#engine/react/Words.tsx'
import shared from '../sections/section.module.css'
import { focusOnArrival } from '../ui/focus-on-arrival.ts'
import styles from './Thanks.module.css'

interface Props {
  form: ResolvedForm
  ending: Ending | undefined
  path: string
}

/** After the form was sent: that it arrived, and what happens next. */
export function Thanks({ form: { thanks }, ending, path }: Props) {
  const { t } = useTranslation()
  const alert = alertOf(thanks, ending)
  const { title, text } = alert ?? { title: thanks?.title ?? t('thanksTitle'), text: thanks?.text ?? t('thanksText') }
  return (
    <section className={`${shared.column} ${styles.thanks}`}>
      <div className={alert ? styles.alert : undefined}>
        <h1 ref={focusOnArrival} className="lw-heading" tabIndex={-1} autoFocus>
          {title}
        </h1>
        {typeof ending?.shown === 'string' && <p className={styles.shown}>{ending.shown}</p>}
        <p className="lw-lead">
          <Words text={text} />
        </p>
      </div>
      <p>
        <a href={path}>{t('startAgain')}</a>
      </p>
    </section>
  )
}
