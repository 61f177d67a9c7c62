import { Words } from '#engine/react'
import type { SectionProps } from '../loaded-sections.ts'
import { SectionFrame } from '../SectionFrame.tsx'
import shared from '../section.module.css'
import styles from './PointsSection.module.css'

/** What to look at: cells with a large figure each, or lines of a statement with the name of the point to the left. */
export function PointsSection({ section, view }: SectionProps<'points'>) {
  const { points } = section
  // Cells without a figure would be holes.
  const all = Object.values(points)
  const count = all.filter(({ figure }) => figure !== undefined).length
  const hasFigures = count > all.length / 2
  const columns = count % 3 === 0 ? styles.three : styles.two
  // Figures fill their rows together; what has none follows in lines.
  const ordered = Object.entries(points).sort(([, one], [, other]) =>
    hasFigures ? Number(one.figure === undefined) - Number(other.figure === undefined) : 0,
  )
  return (
    <SectionFrame section={section} view={view} drawing={section.drawing} isWide={hasFigures}>
      <ul className={hasFigures ? `${styles.points} ${styles.figures} ${columns}` : styles.points}>
        {ordered.map(([id, point]) => (
          <li key={id}>
            <h3 className={shared.itemTitle}>{point.title}</h3>
            {point.figure !== undefined && (
              <p className={styles.figure}>
                <b>{point.figure}</b>
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
