import { Words } from '#engine/react'
import type { SectionProps } from '../loaded-sections.ts'
import { SectionFrame } from '../SectionFrame.tsx'
import shared from '../section.module.css'
import styles from './PointsSection.module.css'

/** What to look at, as lines of a statement: the figure, or the name of the point, to the left of what is said of it. */
export function PointsSection({ section, view }: SectionProps<'points'>) {
  const { points } = section
  // A column of figures with gaps in it leads nowhere.
  const all = Object.values(points)
  const hasFigures = all.filter(({ figure }) => figure !== undefined).length > all.length / 2
  return (
    <SectionFrame section={section} view={view}>
      <ul className={hasFigures ? `${styles.points} ${styles.figures}` : styles.points}>
        {Object.entries(points).map(([id, point]) => (
          <li key={id}>
            <h3 className={shared.itemTitle}>{point.title}</h3>
            {point.figure !== undefined && (
              <p className={styles.figure}>
                <b>{breakable(point.figure)}</b>
              </p>
            )}
            <p className={styles.text}>
              <Words text={point.text} />
            </p>
          </li>
        ))}
      </ul>
    </SectionFrame>
  )
}

/** As large as a figure is, its unit may stand on the next line; a word would break within otherwise. */
function breakable(figure: string): string {
  return figure.replaceAll('\u00a0', ' ')
}
