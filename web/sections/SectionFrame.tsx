import type { ComponentProps, ReactNode } from 'react'
import { Words } from '#engine/react'
import type { PageView } from '#engine/site'
import { mainForm } from '#engine/site'
import { Drawing } from '#web/ui'
import type { SectionProps } from './loaded-sections.ts'
import shared from './section.module.css'

type PhotoView = NonNullable<SectionProps<'hero'>['section']['photo']>

interface Props {
  /** Its text is what is said first. */
  section: { id: string; title?: string; text?: string; photo?: PhotoView }
  view: PageView
  /** Stands below the heading, cut by the edge of the page; on a phone small beside it. */
  drawing?: ComponentProps<typeof Drawing>['name'] | undefined
  /** Whether what is said takes the whole width, below the heading. */
  isWide?: boolean
  /** Whether it stands on a cover of the brand in place of its rule, across the whole width. */
  isCovered?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A section under its rule, as on a statement: the heading to the left of what is said, where there is room. */
export function SectionFrame({
  section,
  view,
  drawing,
  isWide = false,
  isCovered = false,
  className = '',
  children,
}: Props) {
  const layout = isCovered ? `${shared.wide} ${shared.covered} lw-cover` : isWide ? shared.wide : ''
  const { photo } = section
  return (
    <section id={section.id} className={`${shared.frame} ${layout} ${className}`}>
      {drawing !== undefined && <Drawing name={drawing} className={shared.drawing} />}
      {photo && <Photo photo={photo} className={shared.drawing} sizes="(min-width: 992px) 26rem, 100vw" />}
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
  const hasOwn = mainForm(view) !== undefined || sections.some(({ kind }) => kind === 'hero' || kind === 'sent')
  return sections[0]?.id === id && !hasOwn
}

interface PhotoProps {
  photo: PhotoView
  className?: string | undefined
  /** How wide it is, as the attribute has it. */
  sizes: string
  /** Whether it is on the first screen. */
  isFirst?: boolean
}

/** A photo in the format and size that the browser chooses; its place is kept free for it. */
export function Photo({ photo: { shows, width, height, sources, src }, className = '', sizes, isFirst }: PhotoProps) {
  return (
    <picture className={`${shared.photo} ${className}`}>
      {sources.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      <img {...{ src, width, height }} alt={shows} loading={isFirst ? undefined : 'lazy'} decoding="async" />
    </picture>
  )
}
