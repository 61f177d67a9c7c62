import { useTranslation } from 'react-i18next'
import type { Testimonial } from '#schemas/generated/sections/testimonials.ts'
import { Drawing } from '../../ui/Drawing.tsx'
import { SampleMark } from '../../ui/SampleMark.tsx'
import styles from './Voice.module.css'

/** That of a star, 20 wide. */
const outline = 'M10 1.8l2.5 5.3 5.8.8-4.2 4.1 1 5.8L10 15l-5.1 2.8 1-5.8-4.2-4.1 5.8-.8z'

/** One voice with its stars, which are said as well as drawn. */
export function Voice({ voice: { name, title, content, rate, drawing, sample } }: { voice: Testimonial }) {
  const { t } = useTranslation()
  return (
    <figure className={styles.voice}>
      {drawing && <Drawing name={drawing} className={styles.drawing} />}
      <p className={styles.rate}>
        <svg className={styles.stars} viewBox="0 0 112 20" aria-hidden="true" focusable="false">
          {[1, 2, 3, 4, 5].map((star) => (
            <path
              key={star}
              className={star > rate ? styles.open : undefined}
              d={outline}
              transform={`translate(${(star - 1) * 23})`}
            />
          ))}
        </svg>
        {t('stars', { rate })}
      </p>
      <blockquote className={styles.content}>{content}</blockquote>
      <figcaption className={styles.name}>
        {name}, {title}
        {sample && <SampleMark />}
      </figcaption>
    </figure>
  )
}
