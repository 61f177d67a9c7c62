import { hereId, Words } from '#engine/react'
import { mainForm } from '#engine/site'
import type { SectionProps } from '../loaded-sections.ts'
import shared from '../section.module.css'

/** In place of a form that takes no leads: why, and one way on. */
export function ClosedSection({ section: { id, closed }, view }: SectionProps<'form'>) {
  if (!closed) return null
  const { title, text, link } = closed
  const isAlone = mainForm(view)?.id === id && !view.sections.some(({ kind }) => kind === 'hero')
  const Heading = isAlone ? 'h1' : 'h2'
  return (
    <section id={id} className={`lw-slip ${shared.inPlace}`}>
      <Heading id={hereId(id)} className="lw-heading" tabIndex={-1}>
        {title}
      </Heading>
      <p className="lw-lead">
        <Words text={text} />
      </p>
      {link && (
        <p>
          <a className="lw-button" href={link.to}>
            {link.label}
          </a>
        </p>
      )}
    </section>
  )
}
