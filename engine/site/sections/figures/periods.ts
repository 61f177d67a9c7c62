import type { PeriodsSection } from '#schemas/generated/sections/periods.ts'
import { checkPeriods } from '../../periods/check-periods.ts'
import { type PeriodName, periodsByHour, type Span, spansOf } from '../../periods/day-hours.ts'
import type { SectionKind } from '../../section-kind.ts'

/** The hours of each period of a weekday, and the period of each hour. */
export interface PeriodsView extends PeriodsSection {
  spans: Readonly<Record<PeriodName, readonly Span[]>>
  byHour: readonly PeriodName[]
}

/** A tariff of three periods, whose hours are facts of the market. */
export const periods = {
  check: checkPeriods,

  view(section, { catalog, market }) {
    const spans = spansOf(section, catalog.site, market.country)
    return { ...section, spans, byHour: periodsByHour(spans).flat() }
  },
} satisfies SectionKind<PeriodsSection, PeriodsView>
