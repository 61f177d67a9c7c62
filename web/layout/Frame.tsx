import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageData } from '../page/page-data.ts'
import { Popup } from '../popup/Popup.tsx'
import { Banner } from './Banner.tsx'
import { Footer } from './Footer.tsx'
import styles from './Frame.module.css'
import { Header } from './Header.tsx'

interface Props {
  page: PageData
  /** The main form once it is begun: then nothing stands between it and the header. */
  taker: string | null
  children: ReactNode
}

/** Draws any layout around a page. */
export function Frame({ page, taker, children }: Props) {
  const { t } = useTranslation()
  const { view, forms } = page
  const { layout, header, banner, footer, popup } = view.frame
  // Without a script what is filled in would be lost with another form that is sent.
  const isFilling = taker !== null && forms[taker]?.outcome !== 'sent'
  return (
    <>
      {header && (
        <a className={styles.skip} href="#main">
          {t('skip')}
        </a>
      )}
      {header && <Header view={view} header={header} />}
      <main id="main" className={styles.main} data-layout={layout}>
        {banner && taker === null && <Banner banner={banner} />}
        {children}
      </main>
      {footer && <Footer footer={footer} view={view} forms={forms} isFilling={isFilling} />}
      {popup && !isFilling && <Popup popup={popup} page={page} />}
    </>
  )
}
