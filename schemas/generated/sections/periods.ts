// Generated from schemas/sections/periods.schema.json by `npx leadwright types`. Do not edit.

/**
 * A tariff of three periods: the expensive, medium and cheap hours of a weekday, as a chart and a table. Other days are cheap all day.
 */
export interface PeriodsSection {
  /**
   * periods
   */
  kind: 'periods'
  /**
   * A heading.
   */
  title: string
  /**
   * A sentence or two above the table.
   */
  text?: string
  /**
   * The days with three periods: Monday to Friday.
   */
  weekdays: string
  /**
   * The days that are cheap all day: weekends and holidays.
   */
  otherDays: string
  /**
   * The text for the cheap period on the other days: all day.
   */
  allDay: string
  /**
   * The text for the other periods on these days: none.
   */
  never: string
  peak: TariffPeriod
  midPeak: TariffPeriod
  offPeak: TariffPeriod
  /**
   * The conclusion, below the table.
   */
  note?: string
  /**
   * Only in these languages; in all languages of the page by default.
   *
   * @minItems 1
   */
  locales?: string[]
  /**
   * The id of the section that this one follows.
   */
  after?: string
}
/**
 * A period: its name, and its hours of a weekday.
 */
export interface TariffPeriod {
  /**
   * Its name.
   */
  name: string
  /**
   * Ranges of full hours, each a fact of the unit clock-time: { "fact": "peakMorning" }. Every hour belongs to one period.
   *
   * @minItems 1
   */
  hours: PeriodHours[]
}
/**
 * A range of hours, from a fact in site.json.
 */
export interface PeriodHours {
  /**
   * Its name.
   */
  fact: string
}
