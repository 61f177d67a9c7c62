import { Words } from '#engine/react/Words.tsx'
import type { SectionView } from '#engine/site/page-view.ts'
import { Drawing } from '../../ui/Drawing.tsx'
import styles from './Slide.module.css'

type Slider = Extract<SectionView, { kind: 'slider' }>

interface Props {
  id: string
  slide: Slider['slides'][string]
  /** Where its button leads; undefined without one. */
  target: Slider['targets'][string] | undefined
  heading: 'h2' | 'h3'
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
      {drawing && <Drawing name={drawing} className={styles.drawing} />}
      <Heading className={styles.promise}>
        {title}
        {figure !== undefined && (
          <>
            {' '}
            <b className={figure.length > 6 ? styles.long : undefined}>{figure}</b>
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
