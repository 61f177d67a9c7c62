import { Words } from '#engine/react'
import { promiseBeside } from '#web/page'
import { Banner, Drawing, isTall, Leaders } from '#web/ui'
import type { SectionProps } from '../loaded-sections.ts'
import { Photo } from '../SectionFrame.tsx'
import styles from './HeroSection.module.css'

/** The promise, its figures with their conditions, and the one thing to press. Right before a form it stands beside that. */
export function HeroSection({ section, view }: SectionProps<'hero'>) {
  const { id, title, text, figures = {}, facts = {}, note, drawing, photo, action, href } = section
  const [first, ...others] = Object.entries(figures)
  const isBeside = promiseBeside(view)?.id === id
  const { banner } = view.frame
  return (
    <section id={id} className={`lw-promise ${isBeside ? styles.promise : styles.hero}`}>
      {isBeside && banner && <Banner banner={banner} />}
      <h1 className="lw-heading">{title}</h1>
      {first && (
        <p className={styles.figure}>
          <b className={first[1].figure.length > 9 ? styles.long : undefined}>{first[1].figure}</b>{' '}
          <span>{first[1].condition}</span>
        </p>
      )}
      {text !== undefined && (
        <p className={styles.text}>
          <Words text={text} />
        </p>
      )}
      {others.length > 0 && (
        <Leaders lines={others.map(([fact, { figure, condition }]) => ({ id: fact, name: condition, said: figure }))} />
      )}
      {Object.keys(facts).length > 0 && (
        <ul className={styles.facts}>
          {Object.entries(facts).map(([fact, words]) => (
            <li key={fact}>{words}</li>
          ))}
        </ul>
      )}
      {/* Next to a form both follow the first questions: what is promised has one thing to press. */}
      {action && href !== null && !isBeside && (
        <a className={`lw-button ${styles.action}`} href={href}>
          {action.label}
        </a>
      )}
      {note !== undefined && !isBeside && (
        <p className={styles.note}>
          <Words text={note} />
        </p>
      )}
      {drawing && (
        <Drawing
          name={drawing}
          className={isTall(drawing) ? `${styles.drawing} ${styles.tall}` : styles.drawing}
          isStanding
        />
      )}
      {photo && (
        <Photo
          photo={photo}
          className={styles.photo}
          sizes={isBeside ? '42rem' : '(min-width: 1200px) 30rem, (min-width: 768px) 40vw, 100vw'}
          isFirst={!isBeside}
        />
      )}
    </section>
  )
}
