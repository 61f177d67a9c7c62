import { mainForm, type PageView, type SectionView } from '#engine/site'
import type { PageData } from '#web/page'
import { promiseBeside } from './beside.ts'
import styles from './desk.module.css'
import { drawnAs, sectionOf } from './loaded-sections.ts'

interface Props {
  page: PageData
  /** The main form once it is begun: it has the page for itself then. */
  taker: string | null
}

/** The sections of a page. What is promised right before its main form stands beside that, where there is room. */
export function Sections({ page: { view, forms, results }, taker }: Props) {
  const draw = (section: SectionView) => {
    const Section = sectionOf(drawnAs(section, forms[section.id]))
    return (
      <Section key={section.id} section={section} view={view} state={forms[section.id] ?? null} results={results} />
    )
  }
  const main = mainForm(view)?.id
  const shown = shownSections(withWaitingLists(view.sections), taker)
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

/** A waiting list follows its closed form. */
function withWaitingLists(sections: PageView['sections']): SectionView[] {
  return sections.flatMap((section) =>
    section.kind === 'form' && section.closed?.waitingList ? [section, section.closed.waitingList] : [section],
  )
}

/** Who has begun the main form sees nothing but that. */
function shownSections(sections: PageView['sections'], taker: string | null): PageView['sections'] {
  return taker === null ? sections : sections.filter(({ id }) => id === taker)
}
