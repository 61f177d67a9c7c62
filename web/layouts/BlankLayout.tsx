import type { LayoutProps } from './kinds.ts'

/** Nothing but the page. */
export function BlankLayout({ children }: LayoutProps) {
  return (
    <main id="main" className="main">
      {children}
    </main>
  )
}
