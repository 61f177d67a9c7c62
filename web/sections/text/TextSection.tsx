import { Words } from '#engine/react/Words.tsx'
import type { SectionProps } from '../loaded-sections.ts'
import { SectionTitle } from '../SectionTitle.tsx'
import shared from '../section.module.css'
import styles from './TextSection.module.css'

/** Running text under a heading. */
export function TextSection({ section, view }: SectionProps<'text'>) {
  return (
    <section id={section.id} className={`${shared.column} ${styles.prose}`}>
      <SectionTitle section={section} view={view} />
      {Object.entries(section.paragraphs).map(([id, text]) => (
        <p key={id}>
          <Words text={text} />
        </p>
      ))}
    </section>
  )
}
