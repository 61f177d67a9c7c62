import { Words } from '#engine/react'
import type { SectionProps } from '../loaded-sections.ts'
import { SectionFrame } from '../SectionFrame.tsx'
import shared from '../section.module.css'
import styles from './StepsSection.module.css'

/** How it works: a few steps with their numbers. */
export function StepsSection({ section, view }: SectionProps<'steps'>) {
  // Right below a hero two grounds would be one.
  const [first, second] = view.sections
  const isBelowHero = first?.kind === 'hero' && second?.id === section.id
  return (
    <SectionFrame section={section} view={view} isCovered={!isBelowHero} isWide>
      <ol className={styles.steps}>
        {Object.entries(section.steps).map(([id, { title, text }]) => (
          <li key={id}>
            <h3 className={shared.itemTitle}>{title}</h3>
            {text !== undefined && (
              <p>
                <Words text={text} />
              </p>
            )}
          </li>
        ))}
      </ol>
    </SectionFrame>
  )
}
