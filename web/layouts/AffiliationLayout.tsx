import { Footer } from '../ui/Footer.tsx'
import { Mark } from '../ui/Mark.tsx'
import type { LayoutProps } from './kinds.ts'

/** For campaigns: the logo alone above the page, so that nothing leads away from its form. */
export function AffiliationLayout({ view, children }: LayoutProps) {
  return (
    <>
      <header className="header">
        <span className="brand">
          <Mark />
          {view.brand.name}
        </span>
      </header>
      <main id="main" className="main">
        {children}
      </main>
      <Footer />
    </>
  )
}
