import { Words } from '#engine/react/Words.tsx'
import drawings from '../../assets/drawings.svg?url'
import type { SectionProps } from '../loaded-sections.ts'
import shared from '../section.module.css'
import styles from './HeroSection.module.css'

/** The promise, its facts, and the one thing to press. */
export function HeroSection({ section: { id, title, text, facts = {}, drawing, action, href } }: SectionProps<'hero'>) {
  return (
    <section id={id} className={`${shared.wide} ${styles.hero}`}>
      <div>
        <h1 className="lw-heading">{title}</h1>
        {text !== undefined && (
          <p className="lw-lead">
            <Words text={text} />
          </p>
        )}
        {action && href !== null && (
          <a className={`lw-button ${styles.action}`} href={href}>
            {action.label}
          </a>
        )}
      </div>
      {drawing && (
        <svg className={styles.drawing} aria-hidden="true" focusable="false">
          <use href={`${drawings}#${drawing}`} />
        </svg>
      )}
      {Object.keys(facts).length > 0 && (
        <ul className={styles.facts}>
          {Object.entries(facts).map(([fact, words]) => (
            <li key={fact}>{words}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
