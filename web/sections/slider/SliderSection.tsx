import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Words } from '#engine/react'
import type { SectionView } from '#engine/site'
import { Drawing } from '#web/ui'
import type { SectionProps } from '../loaded-sections.ts'
import { isMainTitle } from '../SectionFrame.tsx'
import slideStyles from './Slide.module.css'
import styles from './SliderSection.module.css'

/**
 * Slides under tabs with their names, as they stand before any script: the first in access where there is one, all of them
 * without. What moves them knows nothing of React (follow-slides.ts), so tabs work before the page is React's.
 */
export function SliderSection({ section, view }: SectionProps<'slider'>) {
  const { t } = useTranslation()
  const { id, title, slides, targets, seconds } = section
  const entries = Object.entries(slides)
  const isMain = isMainTitle(view, id)
  const Heading = isMain ? 'h1' : 'h2'
  // A page that a link led to was not there when the boot script looked.
  useEffect(() => void import('./follow-slides.ts').then(({ followSlides }) => followSlides()), [])
  return (
    <section id={id} className={styles.slider} aria-labelledby={`${id}.title`} data-slider data-seconds={seconds}>
      {/* Whichever slide is in access, the page keeps its heading. */}
      <Heading id={`${id}.title`} className="lw-hidden">
        {title}
      </Heading>
      <div className={styles.slides}>
        {entries.map(([slide, said], index) => (
          <Slide
            key={slide}
            id={`${id}.${slide}`}
            slide={said}
            target={targets[slide]}
            heading={isMain ? 'h2' : 'h3'}
            isCurrent={index === 0}
          />
        ))}
      </div>
      <div className={styles.bar}>
        <div className={styles.tabs} role="tablist" aria-labelledby={`${id}.title`}>
          {entries.map(([slide, { name }], index) => (
            <a
              key={slide}
              id={`${id}.${slide}.tab`}
              href={`#${id}.${slide}`}
              role="tab"
              aria-controls={`${id}.${slide}`}
              aria-selected={index === 0}
              suppressHydrationWarning
            >
              {name}
            </a>
          ))}
        </div>
        {seconds !== undefined && (
          <button type="button" className={styles.pause} aria-pressed="false" suppressHydrationWarning>
            {t('pause')}
          </button>
        )}
      </div>
    </section>
  )
}

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
function Slide({ id, slide, target, heading: Heading, isCurrent }: Props) {
  const { title, figure, subtitle, description, drawing, label } = slide
  return (
    <div
      id={id}
      className={`lw-promise ${slideStyles.slide}`}
      role="tabpanel"
      aria-labelledby={`${id}.tab`}
      data-current={isCurrent || undefined}
      suppressHydrationWarning
    >
      {drawing && <Drawing name={drawing} className={slideStyles.drawing} isStanding />}
      <Heading className={slideStyles.promise}>
        {title}
        {figure !== undefined && (
          <>
            {' '}
            <b className={figure.length > 6 ? slideStyles.long : undefined}>{figure}</b>
          </>
        )}
        {subtitle !== undefined && <> {subtitle}</>}
      </Heading>
      <p className={slideStyles.condition}>
        <Words text={description} />
      </p>
      {target && (
        <a className={`lw-button ${target.starts ? '' : 'lw-button-quiet'} ${slideStyles.action}`} href={target.href}>
          {label}
        </a>
      )}
    </div>
  )
}
