import type { PeriodsSection } from '#schemas/generated/sections/periods.ts'
import type { Fact, SiteDefinition } from '#schemas/generated/site.ts'
import { figureIn } from '../facts/limits.ts'

/** The periods of a tariff, the dearest first. */
export const periodNames = ['peak', 'midPeak', 'offPeak'] as const

export type PeriodName = (typeof periodNames)[number]

/** Hours of a day on end: from the first full hour to the last, such as 8 and 10. */
export interface Span {
  from: number
  to: number
}

/** What a fact is on the clock in a country; null where it is no range of full hours. */
export function spanOf(fact: Fact, country: string): Span | null {
  const { ends } = figureIn(fact, country) ?? { ends: [] }
  const [from, to] = ends.map((end) => (String(end).endsWith(':00') ? Number.parseInt(String(end), 10) : Number.NaN))
  return fact.unit === 'clock-time' && from !== undefined && to !== undefined && to > from ? { from, to } : null
}

/** The hours of each period of a weekday in a country. Facts that are not there have none. */
export function spansOf(
  section: Pick<PeriodsSection, PeriodName>,
  { facts = {} }: Pick<SiteDefinition, 'facts'>,
  country: string,
): Record<PeriodName, Span[]> {
  const spans = (name: PeriodName) =>
    section[name].hours.flatMap(({ fact }) => {
      const hours = Object.hasOwn(facts, fact) ? facts[fact] : undefined
      return (hours && spanOf(hours, country)) ?? []
    })
  return { peak: spans('peak'), midPeak: spans('midPeak'), offPeak: spans('offPeak') }
}

/** The periods that each of a day's 24 hours belongs to: one, where all is well. */
export function periodsByHour(spans: Readonly<Record<PeriodName, readonly Span[]>>): PeriodName[][] {
  return Array.from({ length: 24 }, (_, hour) =>
    periodNames.filter((name) => spans[name].some(({ from, to }) => from <= hour && hour < to)),
  )
}
