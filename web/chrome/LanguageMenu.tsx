import { useTranslation } from 'react-i18next'
import type { PageView } from '#engine/catalog/portal/page-view.ts'
import styles from './LanguageMenu.module.css'

/** This page in its other languages, each named in its own. It opens without a script. */
export function LanguageMenu({ view: { alternates, locale } }: { view: PageView }) {
  const { t } = useTranslation()
  const others = alternates.filter((alternate) => alternate.locale !== locale)
  if (others.length === 0) return null
  return (
    <details className={styles.languages} data-dropdown>
      <summary>
        <span className="lw-hidden">{t('languages')}: </span>
        {languageName(locale)}
      </summary>
      <ul>
        {others.map((other) => (
          <li key={other.locale}>
            <a href={other.path} hrefLang={other.locale} lang={other.locale}>
              {languageName(other.locale)}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

const names = new Map<string, string>()

function languageName(locale: string): string {
  const known = names.get(locale)
  if (known !== undefined) return known
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale
  const written = name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
  names.set(locale, written)
  return written
}
