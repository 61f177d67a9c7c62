import type { PageView } from '#engine/site/page-view.ts'
import styles from './Mark.module.css'

/** The brand's sign, as its definition draws it. */
export function Mark({ brand: { mark } }: Pick<PageView, 'brand'>) {
  return (
    <svg className={styles.mark} viewBox={mark.viewBox} aria-hidden="true" focusable="false">
      {mark.paths.map(({ d, fill }) => (
        <path key={d} className={styles[fill]} d={d} />
      ))}
    </svg>
  )
}
