import { useTranslation } from 'react-i18next'
import { Footer } from './Footer.tsx'
import { LanguageMenu } from './LanguageMenu.tsx'
import styles from './layout.module.css'
import type { LayoutProps } from './layouts.ts'
import { Mark } from './Mark.tsx'

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
