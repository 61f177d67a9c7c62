import { Words } from '#engine/react'
import type { SectionProps } from '../loaded-sections.ts'
import { SectionFrame, SectionTitle } from '../SectionFrame.tsx'
import styles from './TextSection.module.css'

/** Running text under a heading, or set off as a notice. */
export function TextSection({ section, view }: SectionProps<'text'>) {
  const paragraphs = Object.entries(section.paragraphs).map(([id, text]) => (
    <p key={id}>
      <Words text={text} />
    </p>
  ))
  if (!section.notice)
    return (
      <SectionFrame section={section} view={view}>
        {paragraphs}
      </SectionFrame>
    )
  return (
    <section id={section.id} className={styles.notice}>
      <SectionTitle section={section} view={view} />
      {paragraphs}
    </section>
  )
}
