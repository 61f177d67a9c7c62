import type { PeriodName } from '#engine/site/periods/day-hours.ts'
import styles from './DayBand.module.css'

/** A day as 24 bars, higher where it is dearer. What it shows, the table says. */
export function DayBand({ byHour }: { byHour: readonly PeriodName[] }) {
  const hours = byHour.map((period, hour) => ({ period, hour, begins: period !== byHour[hour - 1] }))
  return (
    <div className={styles.band} aria-hidden="true">
      {hours.map(({ period, hour, begins }) => (
        <span key={hour} className={styles[period]}>
          {begins && <b>{hour}</b>}
        </span>
      ))}
    </div>
  )
}
