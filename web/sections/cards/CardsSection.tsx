import { Words } from '#engine/react/Words.tsx'
import type { SectionProps } from '../loaded-sections.ts'
import { SectionFrame } from '../SectionFrame.tsx'
import shared from '../section.module.css'
import styles from './CardsSection.module.css'

/** A few things side by side. A card with a page behind it is a link in its title. */
export function CardsSection({ section, view }: SectionProps<'cards'>) {
  return (
    <SectionFrame section={section} view={view}>
      <ul className={styles.cards}>
        {Object.entries(section.cards).map(([id, { title, text }]) => {
          const href = section.hrefs[id]
          return (
            <li key={id} className={styles.card}>
              <h3 className={shared.itemTitle}>{href === undefined ? title : <a href={href}>{title}</a>}</h3>
              {text !== undefined && (
                <p>
                  <Words text={text} />
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </SectionFrame>
  )
}
