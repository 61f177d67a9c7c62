import { useTranslation } from 'react-i18next'
import type { ResolvedForm } from '#engine/core/form.ts'
import shared from './section.module.css'
import styles from './Thanks.module.css'

/** After the form was sent: that it arrived, and what happens next. */
export function Thanks({ form, path }: { form: ResolvedForm; path: string }) {
  const { t } = useTranslation()
  return (
    <section className={`${shared.column} ${styles.thanks}`}>
      <h1 className="lw-heading" tabIndex={-1} autoFocus>
        {form.thanks?.title ?? t('thanksTitle')}
      </h1>
      <p className="lw-lead">{form.thanks?.text ?? t('thanksText')}</p>
      <p>
        <a href={path}>{t('startAgain')}</a>
      </p>
    </section>
  )
}
