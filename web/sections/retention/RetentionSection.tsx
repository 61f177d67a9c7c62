import { Words } from '#engine/react/Words.tsx'
import type { SectionProps } from '../loaded-sections.ts'
import { SectionTitle } from '../SectionTitle.tsx'
import shared from '../section.module.css'

/** Periods, each with the forms whose answers are kept for so long. */
export function RetentionSection({ section, view }: SectionProps<'retention'>) {
  return (
    <section id={section.id} className={`${shared.column} ${shared.listing}`}>
      <SectionTitle section={section} view={view} />
      {section.text !== undefined && (
        <p>
          <Words text={section.text} />
        </p>
      )}
      <dl>
        {section.periods.map(({ period, forms }) => (
          <div key={period}>
            <dt className={shared.itemTitle}>{period}</dt>
            {forms.map((title) => (
              <dd key={title}>{title}</dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}
