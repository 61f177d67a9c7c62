import { Words } from '#engine/react'
import { Drawing } from '#web/ui'
import type { SectionProps } from '../loaded-sections.ts'
import { SectionFrame } from '../SectionFrame.tsx'
import shared from '../section.module.css'
import styles from './CardsSection.module.css'

/** A few things side by side, or line by line on a slip. One with a page behind it is a link in its title. */
export function CardsSection({ section, view }: SectionProps<'cards'>) {
  const { drawing, cards, hrefs, sum } = section
  const isAlone = sum === undefined && Object.keys(cards).length === 1
  return (
    <SectionFrame
      section={section}
      view={view}
      drawing={drawing}
      isWide={sum !== undefined || isAlone}
      className={isAlone ? styles.alone : ''}
    >
      <div className={sum && `lw-slip ${styles.slip}`}>
        <ul className={styles.cards}>
          {Object.entries(cards).map(([id, { title, text, figure, drawing: sign }]) => {
            const href = hrefs[id]
            return (
              <li key={id} className={sign ? `${styles.card} ${styles.drawn}` : styles.card}>
                {sign && <Drawing name={sign} className={styles.sign} />}
                <h3 className={shared.itemTitle}>
                  {href === undefined ? (
                    title
                  ) : (
                    <a className={isAlone ? 'lw-button lw-button-quiet' : undefined} href={href}>
                      {title}
                    </a>
                  )}
                </h3>
                {figure !== undefined && <p className={styles.figure}>{figure}</p>}
                {text !== undefined && (
                  <p>
                    <Words text={text} />
                  </p>
                )}
              </li>
            )
          })}
        </ul>
        {sum && (
          <p className={styles.sum}>
            <span>{sum.title}</span> <b>{sum.figure}</b>
          </p>
        )}
      </div>
    </SectionFrame>
  )
}
