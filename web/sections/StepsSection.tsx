import { Words } from '#engine/react/Words.tsx'
import type { SectionProps } from './kinds.ts'
import { SectionTitle } from './SectionTitle.tsx'

/** How it works: a few steps with their numbers. */
export function StepsSection({ section, view }: SectionProps<'steps'>) {
  return (
    <section id={section.id} className="column">
      <SectionTitle section={section} view={view} />
      <ol className="how">
        {Object.entries(section.steps).map(([id, { title, text }]) => (
          <li key={id}>
            <h3>{title}</h3>
            {text !== undefined && (
              <p>
                <Words text={text} />
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
