import { useTranslation } from 'react-i18next'
import { Drawing } from '#web/ui'
import heroStyles from '../hero/HeroSection.module.css'
import type { SectionProps } from '../loaded-sections.ts'
import shared from '../section.module.css'
import styles from './ErrorSection.module.css'

/** In place of a page that cannot be shown: what is the matter, where typed answers are, and where to go on. */
export function ErrorSection({ section: { error, posted, home, links } }: SectionProps<'error'>) {
  const { t, i18n } = useTranslation('errorPages')
  const said = `errorPages:${error}.said`
  return (
    <>
      <section className={`lw-promise ${heroStyles.hero} ${styles.error}`}>
        <h1 className="lw-heading">{t([`${error}.heading`, `${error}.title`])}</h1>
        <p className={`${heroStyles.text} ${styles.text}`}>{t(`${error}.text`)}</p>
        {posted && <p>{t('answersKept')}</p>}
        {home !== null && (
          <a className={`lw-button ${heroStyles.action}`} href={home}>
            {t('chrome:toHome')}
          </a>
        )}
        {i18n.exists(said) && <p className={heroStyles.note}>{t(said)}</p>}
        <Drawing name="signpost" className={`${heroStyles.drawing} ${styles.drawing}`} />
      </section>
      {links.length > 0 && (
        <section className={`${shared.frame} ${shared.wide}`}>
          <h2 className={shared.title}>{t('goOn')}</h2>
          <ul className={`${shared.body} ${styles.ways}`}>
            {links.map(({ href, title, drawing }) => (
              <li key={href}>
                {drawing && <Drawing name={drawing} />}
                <a href={href}>{title}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
