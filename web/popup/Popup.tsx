import { useTranslation } from 'react-i18next'
import type { FrameView, PageView } from '#engine/site'
import type { FormState } from '#web/page'
import { sectionOf } from '#web/sections'
import { subscription } from '#web/stores'
import styles from './Popup.module.css'
import { noteCountry, type PageAtHand, pageAtHand, showPage } from './page-at-hand.ts'

const titleId = 'popup-title'

interface Props {
  popup: NonNullable<FrameView['popup']>
  view: PageView
  state: FormState | null
  /** Whether its form acted last. */
  hasActed: boolean
}

/**
 * The popup: a dialog that is closed, so that nobody without JavaScript sees it. What opens and closes it is in popup.ts,
 * without React; its form works as HTML does until the app runs.
 */
export function Popup({ popup, view, state, hasActed }: Props) {
  const { t } = useTranslation()
  const Form = sectionOf('form')
  const answers = hasActed ? (state?.outcome === 'sent' && !state.ending?.held ? 'sent' : 'open') : undefined
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

/** Another page is on the screen: the popup of the one before is closed. */
export function redirectVisitor(page: PageAtHand): void {
  const { path: from } = pageAtHand()
  showPage(page)
  if (from === page.path) return
  subscription.route(from, page.path)
  subscription.hide()
  noteCountry(page)
}
