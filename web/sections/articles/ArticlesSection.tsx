import { useTranslation } from 'react-i18next'
import { Words } from '#engine/react'
import { Chips } from '#web/ui'
import chips from '../../ui/Chips.module.css'
import { Cards } from '../blog/Cards.tsx'
import type { SectionProps } from '../loaded-sections.ts'
import { isMainTitle, SectionTitle } from '../SectionFrame.tsx'
import shared from '../section.module.css'
import styles from './ArticlesSection.module.css'

/** The articles of the blog, with what to choose them by. All of it are plain addresses. */
export function ArticlesSection({ section, view }: SectionProps<'articles'>) {
  const { t } = useTranslation('blog')
  const { id, title = t('title'), text = t('subtitle'), choices, cards, page, totalPages, newer, older } = section
  const heading = isMainTitle(view, id) ? 'h2' : 'h3'
  return (
    <section id={id} className={`${shared.frame} ${styles.frame}`}>
      <SectionTitle section={{ id, title }} view={view} />
      <p className={styles.text}>
        <Words text={text} />
      </p>
      <div className={styles.choices}>
        <Chips
          label={t('category')}
          chips={choices.map(({ category, name, ...rest }) => ({ id: category, text: t(name), ...rest }))}
        />
      </div>
      <div className={styles.list}>
        {section.isUnknown && <p className={styles.said}>{t('unknown')}</p>}
        {cards.length === 0 && <p className={styles.said}>{t('none')}</p>}
        {cards.length > 0 && <Cards cards={cards} heading={heading} leads />}
        {totalPages > 1 && (
          <nav className={styles.pages} aria-label={t('pages')}>
            {newer !== null && (
              <a className={chips.chip} href={newer} rel="prev">
                {t('newer')}
              </a>
            )}
            <p>{t('page', { page, of: totalPages })}</p>
            {older !== null && (
              <a className={chips.chip} href={older} rel="next">
                {t('older')}
              </a>
            )}
          </nav>
        )}
      </div>
    </section>
  )
}
