import type { ReactNode } from 'react'
import type { PageView } from '#engine/catalog/portal/page-view.ts'
import { Words } from '#engine/react/Words.tsx'
import { SectionTitle } from './SectionTitle.tsx'
import shared from './section.module.css'

interface Props {
  section: { id: string; title?: string; text?: string }
  view: PageView
  entries: readonly { name: string; said: readonly ReactNode[] }[]
}

/** A section that lists entries, each with what is said of it. */
export function Listing({ section, view, entries }: Props) {
  return (
    <section id={section.id} className={`${shared.column} ${shared.listing}`}>
      <SectionTitle section={section} view={view} />
      {section.text !== undefined && (
        <p>
          <Words text={section.text} />
        </p>
      )}
      <dl>
        {entries.map(({ name, said }) => (
          <div key={name}>
            <dt className={shared.itemTitle}>{name}</dt>
            {said.map((each, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
              <dd key={index}>{each}</dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}
