import type { LayoutProps } from './kinds.ts'
import styles from './layout.module.css'

/** Nothing but the page. */
export function BlankLayout({ children }: LayoutProps) {
  return (
    <main id="main" className={styles.main}>
      {children}
    </main>
  )
}
