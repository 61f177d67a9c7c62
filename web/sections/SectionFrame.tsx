import type { ComponentProps, ReactNode } from 'react'
import { Words } from '#engine/react'
import type { PageView } from '#engine/site'
import { mainForm } from '#engine/site'
import { Drawing } from '#web/ui'
import shared from './section.module.css'

interface Props {
  /** Its text is what is said first. */
  section: { id: string; title?: string; text?: string }
  view: PageView
  /** Stands below the heading, cut by the edge of the page; on a phone small beside it. */
  drawing?: ComponentProps<typeof Drawing>['name'] | undefined
  /** Whether what is said takes the whole width, below the heading. */
  isWide?: boolean
  /** Whether what is said stands below the heading, and the drawing to the right of both. */
  isMirrored?: boolean
  /** Whether it stands on a cover of the brand in place of its rule, across the whole width. */
  isCovered?: boolean
  children: ReactNode
}

/** A section under its rule, as on a statement: the heading to the left of what is said, where there is room. */
export function SectionFrame({
  section,
  view,
  drawing,
  isWide = false,
  isMirrored = false,
  isCovered = false,
  children,
}: Props) {
  const layout = isCovered
    ? `${shared.wide} ${shared.covered} lw-cover`
    : isWide
      ? shared.wide
      : isMirrored
        ? shared.mirrored
        : ''
  return (
    <section id={section.id} className={`${shared.frame} ${layout}`}>
      {drawing !== undefined && <Drawing name={drawing} className={shared.drawing} />}
      <SectionTitle section={section} view={view} />
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

interface SectionTitleProps {
  section: { id: string; title?: string }
  view: PageView
}

/** A section's heading. The first thing on a page is its main heading, unless a form brings its own. */
export function SectionTitle({ section: { id, title }, view }: SectionTitleProps) {
  if (title === undefined) return null
  return isMainTitle(view, id) ? <h1 className="lw-heading">{title}</h1> : <h2 className={shared.title}>{title}</h2>
}

/** Whether a section's heading is that of the whole page. */
export function isMainTitle(view: PageView, id: string): boolean {
  const { sections } = view
  const hasOwn = mainForm(view) !== undefined || sections.some(({ kind }) => kind === 'hero')
  return sections[0]?.id === id && !hasOwn
}
