import { useTranslation } from 'react-i18next'
import { Footer } from '../ui/Footer.tsx'
import { LanguageMenu } from '../ui/LanguageMenu.tsx'
import { Mark } from '../ui/Mark.tsx'
import type { LayoutProps } from './kinds.ts'
import styles from './layout.module.css'

/** Header with the brand and the languages, the page, a footer that says how this is paid for. */
export function DefaultLayout({ view, children }: LayoutProps) {
  const { t } = useTranslation()
  return (
    <>
      <a className={styles.skip} href="#main">
        {t('skip')}
      </a>
      <header className={styles.header}>
        <span className={styles.brand}>
          <Mark />
          {view.brand.name}
        </span>
        <LanguageMenu view={view} />
      </header>
      <main id="main" className={styles.main}>
        {children}
      </main>
      <Footer />
    </>
  )
}
