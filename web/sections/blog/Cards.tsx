import { useTranslation } from 'react-i18next'
import type { ArticleCard } from '#engine/site'
import styles from './Cards.module.css'
import { categoryKey } from './category-key.ts'
import { Picture } from './Picture.tsx'

interface Props {
  cards: readonly ArticleCard[]
  heading: 'h2' | 'h3'
}

/** Articles in a list, each a line that is pressed as a whole. */
export function Cards({ cards, heading: Heading }: Props) {
  const { t } = useTranslation('blog')
  return (
    <ul className={styles.cards}>
      {cards.map(({ href, lang, title, description, category, day, when, minutes, picture }) => (
        <li key={href} className={styles.card}>
          <div className={styles.thumb}>{picture !== null && <Picture src={picture} />}</div>
          <div>
            <Heading className={styles.title} lang={lang}>
              <a href={href} hrefLang={lang}>
                {title}
              </a>
            </Heading>
            <p className={styles.about}>
              {t(categoryKey[category])}, <time dateTime={day}>{when}</time>, {t('minread', { minutes })}
            </p>
            <p className={styles.text} lang={lang}>
              {description}
            </p>
            <p className={styles.more} aria-hidden="true">
              {t('readmore')}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
