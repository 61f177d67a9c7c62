import { useTranslation } from 'react-i18next'
import type { DealCard } from '#engine/site/deals/deal-card.ts'
import shared from '../section.module.css'
import styles from './Deal.module.css'

interface Props {
  card: DealCard
  /** The parameter that the boot script adds the visitor's click id under. */
  clickId: string | undefined
  /** Whether it stands out as the one that saves most. */
  isLarge: boolean
  /** That of its title, which stands below the section's. */
  heading: 'h2' | 'h3'
}

/** One deal. What is saved stands beside what it is saved against. */
export function Deal({ card, clickId, isLarge, heading: Heading }: Props) {
  const { t } = useTranslation('deals')
  const { title, shop, image, end, day, price, before, condition, href } = card
  return (
    <li className={isLarge ? `${styles.deal} ${styles.large}` : styles.deal}>
      <div className={styles.picture}>
        {image !== undefined ? (
          <svg viewBox="0 0 480 320" aria-hidden="true" focusable="false">
            <use href={`${image}#drawing`} />
          </svg>
        ) : (
          <p className={styles.figure} aria-hidden="true">
            {before ? t('reduction', { saving: before.saving / 100 }) : shop}
          </p>
        )}
      </div>
      <div className={styles.words}>
        {isLarge && <p className={styles.largest}>{t('largest')}</p>}
        <Heading className={shared.itemTitle}>{title}</Heading>
        <p className={styles.when}>
          <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <circle cx="12" cy="12" r="10" />
            <path d="M12 6v6l4 2" />
          </svg>
          {/* The browser says how long that is from now (web/sections/deals/fresh-times.ts). */}
          <time dateTime={end} data-day={day} suppressHydrationWarning>
            {t('lastDay', { day })}
          </time>
        </p>
        <p className={styles.price}>
          <span className="lw-hidden">{t('price')} </span>
          <b>{price}</b>
          {before && (
            <>
              {' '}
              <s>
                <span className="lw-hidden">{t('before')} </span>
                {before.price}
              </s>
            </>
          )}
        </p>
        {before && <p className={styles.terms}>{t(`less.${before.basis}`, { saving: before.saving / 100 })}</p>}
        {condition !== undefined && <p className={styles.terms}>{condition}</p>}
        <a
          className={`lw-button lw-button-quiet ${styles.action}`}
          href={href}
          rel="sponsored noopener"
          data-click-id={clickId}
        >
          {t('see', { shop })}
          <span className="lw-hidden"> – {title}</span>
        </a>
      </div>
    </li>
  )
}
