import { Words } from '#engine/react/Words.tsx'
import type { SectionProps } from '../loaded-sections.ts'
import { SectionTitle } from '../SectionTitle.tsx'
import shared from '../section.module.css'

/** Who subscribers' addresses may be passed on to, and where each says what it does with them. */
export function SponsorsSection({ section, view }: SectionProps<'sponsors'>) {
  return (
    <section id={section.id} className={`${shared.column} ${shared.listing}`}>
      <SectionTitle section={section} view={view} />
      {section.text !== undefined && (
        <p>
          <Words text={section.text} />
        </p>
      )}
      <dl>
        {section.sponsors.map(({ name, address, offers, privacy }) => (
          <div key={name}>
            <dt className={shared.itemTitle}>{name}</dt>
            <dd>{offers}</dd>
            <dd>{address}</dd>
            <dd>
              <a href={privacy}>{privacy.replace('https://', '')}</a>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
