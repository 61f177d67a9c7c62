import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageView } from '#engine/catalog/page-view.ts'
import { LanguageLinks } from '../ui/LanguageLinks.tsx'
import { Mark } from '../ui/Mark.tsx'

/** Header with the brand and the languages, the page, a footer that says how this is paid for. */
export function DefaultLayout({ view, children }: { view: PageView; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      <header className="header">
        <span className="brand">
          <Mark />
          {view.brand.name}
        </span>
        <LanguageLinks view={view} />
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
