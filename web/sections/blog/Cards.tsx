import { useTranslation } from 'react-i18next'
import type { ArticleCard } from '#engine/site'
import styles from './Cards.module.css'

interface Props {
  cards: readonly ArticleCard[]
  heading: 'h2' | 'h3'
  /** Whether the first one leads, larger than the rest. */
  leads?: boolean
}

/** Articles in a list, each pressed as a whole. */
export function Cards({ cards, heading: Heading, leads = false }: Props) {
  const { t } = useTranslation('blog')
  return (
    <ul className={leads ? `${styles.cards} ${styles.leads}` : styles.cards}>
      {cards.map(({ href, lang, title, description, category, day, when, minutes, picture }, index) => (
        <li key={href} className={leads && index === 0 ? `lw-cover ${styles.card}` : styles.card}>
          <div
            className={leads && index === 0 ? styles.thumb : `${styles.thumb} ${styles.tinted}`}
            data-category={category}
          >
            {picture !== null && <Picture src={picture} />}
          </div>
          <div className={styles.words}>
            <p className={styles.category}>{t(category)}</p>
            <Heading className={styles.title} lang={lang}>
              <a href={href} hrefLang={lang}>
                {title}
              </a>
            </Heading>
            <p className={styles.about}>
              <time dateTime={day}>{when}</time>, {t('minread', { minutes })}
            </p>
            <p className={styles.text} lang={lang}>
              {description}
            </p>
            {/* The title is the link; the first card says so too. */}
            {leads && index === 0 && (
              <p className={styles.more} aria-hidden="true">
                {t('readmore')}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

interface PictureProps {
  /** The address of a drawing of media/. */
  src: string
  /** What it shows; without it, it says nothing that the words beside it do not. */
  shows?: string
  className?: string | undefined
}

/** A drawing of media/ in the page's colours. */
export function Picture({ src, shows, className }: PictureProps) {
  const drawn = <use href={`${src}#drawing`} />
  return shows === undefined ? (
    <svg className={className} viewBox="0 0 480 320" aria-hidden="true" focusable="false">
      {drawn}
    </svg>
  ) : (
    <svg className={className} viewBox="0 0 480 320" role="img" aria-label={shows} focusable="false">
      {drawn}
    </svg>
  )
}
