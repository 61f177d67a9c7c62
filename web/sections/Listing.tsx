import type { ReactNode } from 'react'
import type { PageView } from '#engine/site'
import styles from './Listing.module.css'
import { SectionFrame } from './SectionFrame.tsx'
import shared from './section.module.css'

interface Props {
  section: { id: string; title?: string; text?: string }
  view: PageView
  entries: readonly { name: string; said: readonly ReactNode[] }[]
  /** What stands there when nothing is listed. */
  empty?: string
}

/** A section that lists entries, each with what is said of it. */
export function Listing({ section, view, entries, empty }: Props) {
  return (
    <SectionFrame section={section} view={view}>
      {entries.length === 0 && empty !== undefined && <p>{empty}</p>}
      <dl className={styles.listing}>
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
    </SectionFrame>
  )
}
