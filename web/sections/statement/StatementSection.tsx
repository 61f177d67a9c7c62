import { Words } from '#engine/react'
import type { SectionProps } from '../loaded-sections.ts'
import { SectionFrame } from '../SectionFrame.tsx'
import styles from './StatementSection.module.css'

/** One thing said large: what it comes down to and under what condition, what is behind it, what to press. */
export function StatementSection({ section, view }: SectionProps<'statement'>) {
  const { figure, paragraphs, action, href, drawing } = section
  return (
    <SectionFrame section={section} view={view} drawing={drawing} className={styles.statement}>
      <p className={styles.figure}>
        <b className={figure.figure.length > 6 ? styles.long : undefined}>{figure.figure}</b>{' '}
        <span>{figure.condition}</span>
      </p>
      {Object.entries(paragraphs).map(([id, text]) => (
        <p key={id}>
          <Words text={text} />
        </p>
      ))}
      {action && href !== null && (
        <a className={`lw-button ${styles.action}`} href={href}>
          {action.label}
        </a>
      )}
    </SectionFrame>
  )
}
