import { Words } from '#engine/react'
import { type PeriodName, periodNames } from '#engine/site'
import type { SectionProps } from '../loaded-sections.ts'
import { SectionFrame } from '../SectionFrame.tsx'
import dayBandStyles from './DayBand.module.css'
import styles from './PeriodsSection.module.css'

/** When power is dear and when it is cheap: a weekday as a band of 24 hours, and all of it as a table. */
export function PeriodsSection({ section, view }: SectionProps<'periods'>) {
  const { note, weekdays, otherDays, allDay, never, spans, byHour } = section
  return (
    <SectionFrame section={section} view={view}>
      <DayBand byHour={byHour} />
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            <th scope="col">{weekdays}</th>
            <th scope="col">{otherDays}</th>
          </tr>
        </thead>
        <tbody>
          {periodNames.map((name) => (
            <tr key={name}>
              <th scope="row" className={styles[name]}>
                {section[name].name}
              </th>
              <td>
                {spans[name].map(({ from, to }) => (
                  <span key={from}>
                    {clock(from)}–{clock(to)}
                  </span>
                ))}
              </td>
              <td>{name === 'offPeak' ? allDay : never}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {note !== undefined && (
        <p>
          <Words text={note} />
        </p>
      )}
    </SectionFrame>
  )
}

/** As all of the markets write it: 08:00. */
function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

/** A day as 24 bars, higher where it is dearer. What it shows, the table says. */
function DayBand({ byHour }: { byHour: readonly PeriodName[] }) {
  const hours = byHour.map((period, hour) => ({ period, hour, begins: period !== byHour[hour - 1] }))
  return (
    <div className={dayBandStyles.band} aria-hidden="true">
      {hours.map(({ period, hour, begins }) => (
        <span key={hour} className={dayBandStyles[period]}>
          {begins && <b>{hour}</b>}
        </span>
      ))}
    </div>
  )
}
