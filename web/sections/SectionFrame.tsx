import type { ReactNode } from 'react'
import type { PageView } from '#engine/catalog/portal/page-view.ts'
import { SectionTitle } from './SectionTitle.tsx'
import shared from './section.module.css'

interface Props {
  section: { id: string; title?: string }
  view: PageView
  children: ReactNode
}

/** A section under its rule, as on a statement: the heading to the left of what is said, where there is room. */
export function SectionFrame({ section, view, children }: Props) {
  return (
    <section id={section.id} className={shared.frame}>
      <SectionTitle section={section} view={view} />
      <div className={shared.body}>{children}</div>
    </section>
  )
}
