import type { PageBanner } from '#schemas/generated/page.ts'
import { Drawing } from '../ui/Drawing.tsx'
import styles from './Banner.module.css'

/** A strip above the page: a drawing with a few words. */
export function Banner({ banner: { image, title, subtitle } }: { banner: PageBanner }) {
  return (
    <div className={styles.banner}>
      <Drawing name={image} />
      <p>
        <strong>{title}</strong> <span>{subtitle}</span>
      </p>
    </div>
  )
}
