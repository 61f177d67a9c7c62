import { mainForm, type PageView } from '#engine/site'
import shared from './section.module.css'

interface Props {
  section: { id: string; title?: string }
  view: PageView
}

/** A section's heading. The first thing on a page is its main heading, unless a form brings its own. */
export function SectionTitle({ section: { id, title }, view }: Props) {
  if (title === undefined) return null
  return isMainTitle(view, id) ? <h1 className="lw-heading">{title}</h1> : <h2 className={shared.title}>{title}</h2>
}

/** Whether a section's heading is that of the whole page. */
export function isMainTitle(view: PageView, id: string): boolean {
  const { sections } = view
  const hasOwn = mainForm(view) !== undefined || sections.some(({ kind }) => kind === 'hero')
  return sections[0]?.id === id && !hasOwn
}
