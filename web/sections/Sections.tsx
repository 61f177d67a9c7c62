import { mainForm, type PageView, type SectionView } from '#engine/site'
import { type PageData, promiseBeside } from '#web/page'
import styles from './desk.module.css'
import { drawnAs, partOf } from './loaded-sections.ts'
import opening from './opening.module.css'

interface Props {
  page: PageData
  /** The main form once it is begun: it has the page for itself then. */
  taker: string | null
}

/**
 * The sections of a page. What is promised right before its main form is next to that, where there is room. All but forms
 * wait for a main form: it is answered first. Another form with preset answers is folded until it is wanted. Slides and the
 * choices right after them are one first screen, which brands compose (`composition`).
 */
export function Sections({ page: { view, forms, acted, results }, taker }: Props) {
  const draw = (section: SectionView) => {
    const { id } = section
    const state = forms[id]
    const { Late, Part } = partOf(drawnAs(section, state))
    const Section = main === undefined || section.kind === 'form' ? Part : Late
    const drawn = <Section key={id} section={section} view={view} state={state ?? null} results={results} />
    if (section.kind !== 'form' || !section.preset || id === main) return drawn
    const first = section.form.steps[0]
    return (
      <details key={id} open={acted === id || state?.turn.step !== first?.id}>
        <summary>{first?.title}</summary>
        {drawn}
      </details>
    )
  }
  const main = mainForm(view)?.id
  const shown = shownSections(withWaitingLists(view.sections), taker)
  const beside = promiseBeside(view)?.id
  const promise = shown.find(({ id }) => id === beside)
  const [first, choices] = shown
  const isOpening = first?.kind === 'slider' && choices?.kind === 'cards' && choices.sum !== undefined
  return shown.map((section) => {
    if (section === promise || (isOpening && section === choices)) return null
    if (isOpening && section === first)
      return (
        <div key={section.id} className={opening.opening} data-opening>
          {draw(first)}
          {draw(choices)}
        </div>
      )
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
