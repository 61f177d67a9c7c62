import { useTranslation } from 'react-i18next'
import { Words } from '#engine/react'
import type { Testimonial } from '#schemas/generated/sections/testimonials.ts'
import { Drawing } from '#web/ui'
import type { SectionProps } from '../loaded-sections.ts'
import { SectionTitle } from '../SectionFrame.tsx'
import shared from '../section.module.css'
import styles from './TestimonialsSection.module.css'
import voiceStyles from './Voice.module.css'

/** That of a star, 20 wide. */
const outline = 'M10 1.8l2.5 5.3 5.8.8-4.2 4.1 1 5.8L10 15l-5.1 2.8 1-5.8-4.2-4.1 5.8-.8z'

/** What visitors have said, the first one large. */
export function TestimonialsSection({ section, view }: SectionProps<'testimonials'>) {
  const { id, text, testimonials } = section
  const voices = Object.entries(testimonials)
  return (
    <section id={id} className={`${shared.frame} ${styles.testimonials}`}>
      <SectionTitle section={section} view={view} />
      {text !== undefined && (
        <p className={styles.text}>
          <Words text={text} />
        </p>
      )}
      <div className={styles.voices}>
        {voices.map(([voice, said]) => (
          <Voice key={voice} voice={said} />
        ))}
      </div>
    </section>
  )
}

/** One voice with its stars, which are said as well as drawn. */
function Voice({ voice: { name, title, content, rate, drawing } }: { voice: Testimonial }) {
  const { t } = useTranslation()
  return (
    <figure className={voiceStyles.voice}>
      {drawing && <Drawing name={drawing} className={voiceStyles.drawing} />}
      <p className={voiceStyles.rate}>
        <svg className={voiceStyles.stars} viewBox="0 0 112 20" aria-hidden="true" focusable="false">
          {[1, 2, 3, 4, 5].map((star) => (
            <path
              key={star}
              className={star > rate ? voiceStyles.open : undefined}
              d={outline}
              transform={`translate(${(star - 1) * 23})`}
            />
          ))}
        </svg>
        {t('stars', { rate })}
      </p>
      <blockquote className={voiceStyles.content}>{content}</blockquote>
      <figcaption className={voiceStyles.name}>
        {name}, {title}
      </figcaption>
    </figure>
  )
}
