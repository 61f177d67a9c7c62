import { useTranslation } from 'react-i18next'
import type { HeroSection } from '#schemas/generated/sections/hero.ts'
import { Drawing } from '#web/ui'
import styles from './Thanks.module.css'

interface OnwardsProps {
  /** The address of the page. */
  to: string | undefined
  label: string
  /** The drawing of that page; undefined where it has none. */
  drawing: HeroSection['drawing'] | undefined
  /** That of the heading above. */
  level: 1 | 2
}

/** The next comparison, below the thanks: a card of which all can be pressed. */
export function Onwards({ to, label, drawing, level }: OnwardsProps) {
  const { t } = useTranslation()
  const Heading = `h${level + 1}` as 'h2' | 'h3'
  return (
    <div className={styles.onwards}>
      <Drawing name={drawing ?? 'comparison'} />
      <Heading>{t('thanksOnward')}</Heading>
      <p>
        <a href={to}>{label}</a>
      </p>
    </div>
  )
}
