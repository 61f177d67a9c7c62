import type { ComponentProps, ReactNode } from 'react'
import { Words } from '#engine/react'
import type { PageView } from '#engine/site'
import { Drawing } from '#web/ui'
import { SectionTitle } from './SectionTitle.tsx'
import shared from './section.module.css'

interface Props {
  /** Its text is what is said first. */
  section: { id: string; title?: string; text?: string }
  view: PageView
  /** Stands below the heading, cut by the edge of the page. */
  drawing?: ComponentProps<typeof Drawing>['name'] | undefined
  children: ReactNode
}

/** A section under its rule, as on a statement: the heading to the left of what is said, where there is room. */
export function SectionFrame({ section, view, drawing, children }: Props) {
  return (
    <section id={section.id} className={shared.frame}>
      <SectionTitle section={section} view={view} />
      {drawing !== undefined && <Drawing name={drawing} className={shared.drawing} />}
      <div className={shared.body}>
        {section.text !== undefined && (
          <p>
            <Words text={section.text} />
          </p>
        )}
        {children}
      </div>
    </section>
  )
}
