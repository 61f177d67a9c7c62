import { useTranslation } from 'react-i18next'
import type { HeaderView } from '#engine/site/frame/frame-view.ts'
import type { PageView } from '#engine/site/page-view.ts'
import styles from './Header.module.css'
import { LanguageMenu } from './LanguageMenu.tsx'
import { MainMenu } from './MainMenu.tsx'
import { Mark } from './Mark.tsx'

/** The brand, with whom it works here, and the ways on. */
export function Header({ view, header }: { view: PageView; header: HeaderView }) {
  const { t } = useTranslation()
  const { home, partner, line, badge, menu, languages } = header
  const brand = (
    <>
      <Mark brand={view.brand} />
      {view.brand.name}
    </>
  )
  return (
    <header className={styles.header}>
      {home === null ? (
        <span className={styles.brand}>{brand}</span>
      ) : (
        <a className={styles.brand} href={home}>
          {brand}
          <span className="lw-hidden"> – {t('home')}</span>
        </a>
      )}
      {partner !== null && <span className={styles.partner}>{partner}</span>}
      {line !== null && <p className={styles.line}>{line}</p>}
      <div className={styles.tools}>
        {badge !== null && <span className={styles.badge}>{badge}</span>}
        {menu && <MainMenu key={view.path} menu={menu} />}
        {languages !== null && <LanguageMenu view={view} languages={languages} />}
      </div>
    </header>
  )
}
