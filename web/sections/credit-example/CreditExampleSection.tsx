import { useTranslation } from 'react-i18next'
import { Leaders } from '#web/ui'
import type { SectionProps } from '../loaded-sections.ts'
import { SectionFrame } from '../SectionFrame.tsx'
import styles from './CreditExampleSection.module.css'

/** What a credit costs, on a slip; a longer term on another beside it. */
export function CreditExampleSection({ section, view }: SectionProps<'credit-example'>) {
  const { t } = useTranslation()
  return (
    <SectionFrame section={section} view={view}>
      <div className={styles.slips}>
        {section.examples.map((lines) => (
          <div key={lines[0]?.said} className="lw-slip">
            {section.sample && <p className={styles.sample}>{t('sample')}</p>}
            <Leaders lines={lines} />
          </div>
        ))}
      </div>
    </SectionFrame>
  )
}
