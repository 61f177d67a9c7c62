import { useTranslation } from 'react-i18next'
import { Mark } from '../ui/Mark.tsx'
import type { LayoutProps } from './kinds.ts'

/** For campaigns: the logo alone above the page, so that nothing leads away from its form. */
export function AffiliationLayout({ view, children }: LayoutProps) {
  const { t } = useTranslation()
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
      <footer className="footer">
        <p>{t('footer')}</p>
      </footer>
    </>
  )
}
