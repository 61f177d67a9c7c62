import { useTranslation } from 'react-i18next'
import { Drawing } from '#web/ui'
import type { SectionProps } from '../loaded-sections.ts'
import styles from './ErrorSection.module.css'

/** In place of a page that cannot be shown: what is the matter, where typed answers are, and where to go on. */
export function ErrorSection({ section: { error, posted, home, links } }: SectionProps<'error'>) {
  const { t } = useTranslation('errorPages')
  return (
    <section className={styles.error}>
      <Drawing name="magnifier" className={styles.drawing} />
      <h1 className="lw-heading">{t([`${error}.heading`, `${error}.title`])}</h1>
      <p className="lw-lead">{t(`${error}.text`)}</p>
      {posted && <p>{t('answersKept')}</p>}
      {home !== null && (
        <p>
          <a className={`lw-button ${styles.home}`} href={home}>
            {t('chrome:toHome')}
          </a>
        </p>
      )}
      {links.length > 0 && (
        <>
          <h2>{t('goOn')}</h2>
          <ul>
            {links.map(({ href, title }) => (
              <li key={href}>
                <a href={href}>{title}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
