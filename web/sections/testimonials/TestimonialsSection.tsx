import { useTranslation } from 'react-i18next'
import { Words } from '#engine/react/Words.tsx'
import type { SectionProps } from '../loaded-sections.ts'
import { SectionTitle } from '../SectionTitle.tsx'
import shared from '../section.module.css'
import styles from './TestimonialsSection.module.css'
import { Voice } from './Voice.tsx'

/** What visitors have said, the first one large. Readers are told which voices are made up. */
export function TestimonialsSection({ section, view }: SectionProps<'testimonials'>) {
  const { t } = useTranslation()
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
      {voices.some(([, { sample }]) => sample) && <p className={styles.text}>{t('sampleVoices')}</p>}
      <div className={styles.voices}>
        {voices.map(([voice, said]) => (
          <Voice key={voice} voice={said} />
        ))}
      </div>
    </section>
  )
}
