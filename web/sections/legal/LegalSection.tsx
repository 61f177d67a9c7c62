import { useTranslation } from 'react-i18next'
import { Words } from '#engine/react'
import type { PageView, SectionView } from '#engine/site'
import type { SectionProps } from '../loaded-sections.ts'
import { isMainTitle, SectionTitle } from '../SectionFrame.tsx'
import shared from '../section.module.css'
import styles from './LegalSection.module.css'

/** A legal text: clauses with anchors, and beside the first text of a page a list of all that stands on it. */
export function LegalSection({ section, view }: SectionProps<'legal'>) {
  const { t } = useTranslation()
  const contents = contentsFrom(section.id, view)
  const Heading = isMainTitle(view, section.id) ? 'h2' : 'h3'
  return (
    <section id={section.id} className={shared.frame}>
      <SectionTitle section={section} view={view} />
      {section.text !== undefined && (
        <p className={styles.whole}>
          <Words text={section.text} />
        </p>
      )}
      {contents.length > 0 && (
        <nav aria-label={section.title} className={styles.contents}>
          <details>
            <summary>{t('contents')}</summary>
            <ol>
              {contents.map(({ anchor, title }) => (
                <li key={anchor}>
                  <a href={`#${anchor}`}>{title}</a>
                </li>
              ))}
            </ol>
          </details>
        </nav>
      )}
      <div className={shared.body}>
        {Object.entries(section.clauses).map(([anchor, { title, paragraphs }]) => (
          <div key={anchor} id={anchor} className={styles.clause}>
            <Heading className={shared.itemTitle}>{title}</Heading>
            {Object.entries(paragraphs).map(([id, text]) => (
              <p key={id}>
                <Words text={text} />
              </p>
            ))}
          </div>
        ))}
      </div>
    </section>
  )
}

/** A line of a list of contents. */
interface Content {
  anchor: string
  title: string
}

/**
 * What stands on a page from its first legal text on: the clauses of that, then each section; nothing for another
 * section, and where everything is in access anyway.
 */
export function contentsFrom(id: string, { sections }: Pick<PageView, 'sections'>): Content[] {
  const [first, ...others] = sections.slice(
    Math.max(
      0,
      sections.findIndex(({ kind }) => kind === 'legal'),
    ),
  )
  if (first?.kind !== 'legal' || first.id !== id) return []
  const clauses = Object.entries(first.clauses).map(([anchor, { title }]) => ({ anchor, title }))
  const contents = [...clauses, ...others.flatMap(lineOf)]
  return contents.length > 2 ? contents : []
}

function lineOf(section: SectionView): Content[] {
  return 'title' in section && section.title !== undefined ? [{ anchor: section.id, title: section.title }] : []
}
