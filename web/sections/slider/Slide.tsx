import type { SectionView } from '#engine/catalog/portal/page-view.ts'
import { Words } from '#engine/react/Words.tsx'
import drawings from '../../assets/drawings.svg?url'
import styles from './Slide.module.css'

type Slider = Extract<SectionView, { kind: 'slider' }>

interface Props {
  id: string
  slide: Slider['slides'][string]
  /** Where its button leads; undefined without one. */
  target: Slider['targets'][string] | undefined
  heading: 'h1' | 'h2'
  isCurrent: boolean
}

/** One promise: its figure very large, the condition beside it, and what to press. */
export function Slide({ id, slide, target, heading: Heading, isCurrent }: Props) {
  const { title, figure, subtitle, description, drawing, label } = slide
  return (
    <div
      id={id}
      className={styles.slide}
      role="tabpanel"
      aria-labelledby={`${id}.tab`}
      data-current={isCurrent || undefined}
      suppressHydrationWarning
    >
      {drawing && (
        <svg className={styles.drawing} viewBox="0 0 520 480" aria-hidden="true" focusable="false">
          <use href={`${drawings}#${drawing}`} />
        </svg>
      )}
      <Heading className={styles.promise}>
        {title}
        {figure !== undefined && (
          <>
            {' '}
            <b>{figure}</b>
          </>
        )}
        {subtitle !== undefined && <> {subtitle}</>}
      </Heading>
      <p className={styles.condition}>
        <Words text={description} />
      </p>
      {target && (
        <a className={`lw-button ${target.starts ? '' : 'lw-button-quiet'} ${styles.action}`} href={target.href}>
          {label}
        </a>
      )}
    </div>
  )
}
