import styles from './layout.module.css'
import type { LayoutProps } from './layouts.ts'

/** Nothing but the page. */
export function BlankLayout({ children }: LayoutProps) {
  return (
    <main id="main" className={styles.main}>
      {children}
    </main>
  )
}
