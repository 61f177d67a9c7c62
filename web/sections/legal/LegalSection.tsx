import { useTranslation } from 'react-i18next'
import { Words } from '#engine/react'
import type { PageView, SectionView } from '#engine/site'
import { Drawing } from '#web/ui'
import type { SectionProps } from '../loaded-sections.ts'
import { isMainTitle, SectionTitle } from '../SectionFrame.tsx'
import shared from '../section.module.css'
import styles from './LegalSection.module.css'

/** A legal text: what it comes down to, clauses with anchors, and beside the first text of a page a list of all on it. */
export function LegalSection({ section, view }: SectionProps<'legal'>) {
  const { t } = useTranslation()
  const contents = contentsFrom(section.id, view)
  const isMain = isMainTitle(view, section.id)
  const Heading = isMain ? 'h2' : 'h3'
  const { text, short = {}, drawing } = section
  const lines = Object.entries(short)
  const summary = text !== undefined && (
    <p className={styles.whole}>
      <Words text={text} />
    </p>
  )
  return (
    <section id={section.id} className={shared.frame}>
      {isMain ? (
        <div className={`lw-cover ${styles.cover}`}>
          <SectionTitle section={section} view={view} />
          {summary}
          {lines.length > 0 && (
            <dl className={`lw-slip ${styles.short}`}>
              {lines.map(([id, line]) => (
                <div key={id}>
                  <dt>{line.title}</dt>
                  <dd>
                    <Words text={line.text} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
          {drawing && <Drawing name={drawing} className={styles.drawing} />}
        </div>
      ) : (
        <>
          <SectionTitle section={section} view={view} />
          {summary}
        </>
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
      <div className={`${shared.body} ${styles.clauses}`}>
        {Object.entries(section.clauses).map(([anchor, { title, paragraphs }]) => {
          const [answer, rest] = partsOf(Object.values(paragraphs))
          const texts = rest.map((text) => (
            <p key={text}>
              <Words text={text} />
            </p>
          ))
          return (
            <div key={anchor} id={anchor} className={styles.clause}>
              <Heading className={shared.itemTitle}>{title}</Heading>
              <p className={styles.answer}>
                <Words text={answer} />
              </p>
              {rest.join('').length > mostUnfolded ? (
                <details className={styles.rest}>
                  <summary>{t('clauseRest')}</summary>
                  {texts}
                </details>
              ) : (
                texts
              )}
            </div>
          )
        })}
      </div>
    </section>
  )
}

/** The longest rest of a clause that phones show without a press, in characters. */
const mostUnfolded = 160

/** The first sentence of a clause, which sums it up, and the rest. */
function partsOf([first = '', ...others]: string[]): [string, string[]] {
  const [answer, rest] = firstSentence(first)
  return [answer, [rest.trimStart(), ...others].filter((text) => text !== '')]
}

/** A text parted after its first sentence; an abbreviation or a number with a dot ends none, nor does a link's address. */
export function firstSentence(text: string): [string, string] {
  const [sentence = ''] =
    /^.+?(?<![\s(\d.]\p{L}{0,2}|\b(?:Art|Abs|bzw|resp|vgl|cf))[.!?](?=\s+[\p{Lu}[])/u.exec(text) ?? []
  return sentence === '' ? [text, ''] : [sentence, text.slice(sentence.length)]
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
