import { mainForm, type PageView, type SectionView } from '#engine/site'
import type { PageData } from '#web/page'
import { promiseBeside } from './beside.ts'
import styles from './desk.module.css'
import { sectionOf } from './loaded-sections.ts'

interface Props {
  page: PageData
  /** The main form once it is begun: it has the page for itself then. */
  taker: string | null
}

/** The sections of a page. What is promised right before its main form stands beside that, where there is room. */
export function Sections({ page: { view, forms, results }, taker }: Props) {
  const draw = (section: SectionView) => {
    const Section = sectionOf(section.kind)
    return (
      <Section key={section.id} section={section} view={view} state={forms[section.id] ?? null} results={results} />
    )
  }
  const main = mainForm(view)?.id
  const shown = shownSections(view.sections, taker)
  const beside = promiseBeside(view)?.id
  const promise = shown.find(({ id }) => id === beside)
  return shown.map((section) => {
    if (section === promise) return null
    if (section.id !== main) return draw(section)
    return (
      <div key={section.id} className={styles.desk}>
        {promise && draw(promise)}
        {draw(section)}
      </div>
    )
  })
}

/** Who has begun the main form sees nothing but that. */
function shownSections(sections: PageView['sections'], taker: string | null): PageView['sections'] {
  return taker === null ? sections : sections.filter(({ id }) => id === taker)
}
