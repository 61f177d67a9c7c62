import { Footer } from '../ui/Footer.tsx'
import { Mark } from '../ui/Mark.tsx'
import type { LayoutProps } from './kinds.ts'
import styles from './layout.module.css'

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
