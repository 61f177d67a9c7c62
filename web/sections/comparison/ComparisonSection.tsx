import { useTranslation } from 'react-i18next'
import type { SectionProps } from '../loaded-sections.ts'
import { SectionFrame } from '../SectionFrame.tsx'
import styles from './ComparisonSection.module.css'

/** Offers next to each other, with the same lines in the same order: what visitors get. */
export function ComparisonSection({ section, view }: SectionProps<'comparison'>) {
  const { t } = useTranslation()
  const { labels, covers, offers, sample, action, href } = section
  const known = Object.entries(covers)
  return (
    <SectionFrame section={section} view={view} isCovered>
      {sample && <p className={styles.sample}>{t('sample')}</p>}
      <ul className={styles.offers}>
        {Object.entries(offers).map(([id, offer]) => (
          <li key={id}>
            <h3 className={styles.name}>
              {offer.name} <span>{offer.provider}</span>
            </h3>
            <p className={styles.reason}>{offer.reason !== undefined && <b>{offer.reason}</b>}</p>
            <p className={styles.price}>
              <b>{offer.year}</b> <span>{labels.year}</span> <span>{`${offer.month} ${labels.month}`}</span>
            </p>
            <p className={styles.excess}>
              <span>{labels.excess}</span> <b>{offer.excess}</b>
            </p>
            <ul className={styles.covers}>
              {known.map(([cover, name]) => {
                const isIncluded = offer.covers.includes(cover)
                return (
                  <li key={cover} data-included={isIncluded}>
                    {name} <span className="lw-hidden">{isIncluded ? labels.included : labels.notIncluded}</span>
                  </li>
                )
              })}
            </ul>
          </li>
        ))}
      </ul>
      {action && href !== null && (
        <a className={`lw-button ${styles.action}`} href={href}>
          {action.label}
        </a>
      )}
    </SectionFrame>
  )
}
