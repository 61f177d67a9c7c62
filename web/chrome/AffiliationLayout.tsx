import { Footer } from './Footer.tsx'
import styles from './layout.module.css'
import type { LayoutProps } from './layouts.ts'
import { Mark } from './Mark.tsx'

/** For campaigns: the logo alone above the page, so that nothing leads away from its form. */
export function AffiliationLayout({ view, children }: LayoutProps) {
  return (
    <>
      <header className={styles.header}>
        <span className={styles.brand}>
          <Mark />
          {view.brand.name}
        </span>
      </header>
      <main id="main" className={styles.main}>
        {children}
      </main>
      <Footer />
    </>
  )
}
