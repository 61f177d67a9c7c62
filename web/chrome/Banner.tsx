import type { PageBanner } from '#schemas/generated/page.ts'
import drawings from '../assets/drawings.svg?url'
import styles from './Banner.module.css'

/** A strip above the page: a drawing with a few words. */
export function Banner({ banner: { image, title, subtitle } }: { banner: PageBanner }) {
  return (
    <div className={styles.banner}>
      <svg aria-hidden="true" focusable="false">
        <use href={`${drawings}#${image}`} />
      </svg>
      <p>
        <strong>{title}</strong> <span>{subtitle}</span>
      </p>
    </div>
  )
}
