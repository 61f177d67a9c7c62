import { Words } from '#engine/react'
import type { SectionProps } from '../loaded-sections.ts'
import { SectionFrame } from '../SectionFrame.tsx'
import styles from './FaqSection.module.css'

/** Questions that open in place, without JavaScript too. */
export function FaqSection({ section, view }: SectionProps<'faq'>) {
  return (
    <SectionFrame section={section} view={view} drawing={section.drawing} className={styles.faq}>
      {Object.entries(section.questions).map(([id, { question, answer }]) => (
        <details key={id} id={`${section.id}.${id}`} className={styles.question}>
          <summary>{question}</summary>
          <p>
            <Words text={answer} />
          </p>
        </details>
      ))}
    </SectionFrame>
  )
}
