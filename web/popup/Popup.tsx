import { useTranslation } from 'react-i18next'
import type { FrameView } from '#engine/site'
import type { PageData } from '#web/page'
import { sectionOf } from '#web/sections'
import styles from './Popup.module.css'

const titleId = 'popup-title'

interface Props {
  popup: NonNullable<FrameView['popup']>
  page: PageData
}

/**
 * The popup: a dialog that is closed, so that nobody without JavaScript sees it. What opens and closes it is in popup.ts,
 * without React; its form works as HTML does until the app runs.
 */
export function Popup({ popup, page: { view, forms, acted } }: Props) {
  const { t } = useTranslation()
  const Form = sectionOf('form')
  const state = forms[popup.id] ?? null
  const answers = acted === popup.id ? (state?.outcome === 'sent' && !state.ending?.held ? 'sent' : 'open') : undefined
  return (
    <dialog
      className={`lw-dialog ${styles.popup}`}
      tabIndex={-1}
      aria-labelledby={titleId}
      data-popup={popup.id}
      data-answers={answers}
    >
      <form method="dialog" className={styles.bar}>
        <p id={titleId}>{popup.form.title}</p>
        <button type="submit" className="lw-dialog-close">
          {t('close')}
        </button>
      </form>
      {popup.abroad !== null && <p className={`${styles.said} ${styles.elsewhere}`}>{popup.abroad}</p>}
      <p className={`${styles.said} ${styles.holds}`}>{t('popupHolds')}</p>
      <Form section={popup} view={view} state={state} />
    </dialog>
  )
}
