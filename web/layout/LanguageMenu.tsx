import { useTranslation } from 'react-i18next'
import type { PageView } from '#engine/site/page-view.ts'
import styles from './LanguageMenu.module.css'

interface Props {
  view: Pick<PageView, 'locale' | 'languages'>
  /** The languages of the layout; true for all. */
  languages?: true | readonly string[]
}

/**
 * This page in its other languages, each named in its own and in the page's. It opens without a script; with one the
 * choice is kept in the cookie that stands here (web/navigation/switch-language.ts).
 */
export function LanguageMenu({ view: { locale, languages: known }, languages = true }: Props) {
  const { t } = useTranslation()
  const others = known.others.filter(({ locale }) => languages === true || languages.includes(locale))
  if (others.length === 0) return null
  return (
    <details className={styles.languages} data-dropdown>
      <summary>
        <span className="lw-hidden">{t('languages')}: </span>
        <span className={styles.name}>{known.name}</span>
        <span className={styles.code} aria-hidden="true">
          {locale.toUpperCase()}
        </span>
      </summary>
      <ul data-language-cookie={known.cookie}>
        {others.map((other) => (
          <li key={other.locale}>
            <a href={other.path} hrefLang={other.locale}>
              <span lang={other.locale}>{other.name}</span>{' '}
              {other.called !== other.name && <span className={styles.called}>{other.called}</span>}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
