import { I18nextProvider, useTranslation } from 'react-i18next'
import type { PageView } from '#engine/catalog/portal/page-view.ts'
import { translator } from '#engine/catalog/words/translator.ts'
import styles from '../chrome/Frame.module.css'
import { focusOnArrival } from '../ui/focus-on-arrival.ts'
import { Document } from './Document.tsx'

/** In place of a page that cannot be drawn, which is a mistake of ours: that nothing typed is lost, and a way on. */
export function Broken({ viewAtHand }: { viewAtHand: () => PageView }) {
  const view = viewAtHand()
  return (
    <I18nextProvider i18n={translator(view.locale, view.words)}>
      <Document view={view} state={null}>
        <Apology />
      </Document>
    </I18nextProvider>
  )
}

function Apology() {
  const { t } = useTranslation()
  return (
    <main id="main" className={styles.main}>
      <h1 ref={focusOnArrival} className="lw-heading" tabIndex={-1}>
        {t('brokenTitle')}
      </h1>
      <p className="lw-lead">{t('brokenText')}</p>
      <button type="button" className="lw-button" onClick={() => location.reload()}>
        {t('loadAgain')}
      </button>
    </main>
  )
}
