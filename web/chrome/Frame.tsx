import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageData } from '../app/page-data.ts'
import { Banner } from './Banner.tsx'
import { Footer } from './Footer.tsx'
import styles from './Frame.module.css'
import { Header } from './Header.tsx'

interface Props {
  page: PageData
  /** Whether a form has taken the page over: then nothing stands between it and the header. */
  isTaken: boolean
  children: ReactNode
}

/** Draws any layout around a page. */
export function Frame({ page: { view, forms }, isTaken, children }: Props) {
  const { t } = useTranslation()
  const { header, banner, footer } = view.frame
  return (
    <>
      {header && (
        <a className={styles.skip} href="#main">
          {t('skip')}
        </a>
      )}
      {header && <Header view={view} header={header} />}
      <main id="main" className={styles.main}>
        {banner && !isTaken && <Banner banner={banner} />}
        {children}
      </main>
      {footer && <Footer footer={footer} view={view} forms={forms} />}
    </>
  )
}
