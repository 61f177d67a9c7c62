import { amountText } from '#engine/form/values/numbers.ts'
import type { SectionProps } from '../loaded-sections.ts'
import styles from './SavingsRange.module.css'

interface Props {
  section: SectionProps<'savings-check'>['section']
  locale: string
  /** A year, in the section's currency. */
  upTo: number
}

/** From nothing up to what may be saved, beside the most that anybody is told. */
export function SavingsRange({ section, locale, upTo }: Props) {
  const { maximum, currency, result, yearly } = section
  const amounts = maximum.filter((limit) => typeof limit === 'number')
  const text = (amount: number) => amountText(amount, locale, currency)
  const most = amounts.length > 0 ? Math.min(...amounts) : null
  return (
    <>
      <span className={styles.result}>{result}</span>{' '}
      <b className={styles.range}>{upTo === 0 ? text(0) : `${text(0)} – ${text(upTo)}`}</b> {yearly}{' '}
      {most !== null && (
        <span className={styles.scale} aria-hidden="true">
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
            <rect className={styles.all} width="100" height="10" />
            <rect className={styles.part} width={(100 * upTo) / most} height="10" />
          </svg>
          <span>{text(0)}</span> <span>{text(most)}</span>
        </span>
      )}
    </>
  )
}
