// Generated from schemas/sections/periods.schema.json by `npx leadwright types`. Do not edit.

/**
 * A tariff of three periods: which hours of a weekday are dear, middling and cheap, drawn and as a table. The other days are cheap all day.
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
   * Said of the cheap period on the other days: all day.
   */
  allDay: string
  /**
   * Said of the others on these days: none.
   */
  never: string
  peak: TariffPeriod
  midPeak: TariffPeriod
  offPeak: TariffPeriod
  /**
   * What follows from it, below the table.
   */
  note?: string
  /**
   * Only in these languages; in all of the page's when left out.
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
   * What it is called.
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
 * Hours on end, as a fact in site.json has them.
 */
export interface PeriodHours {
  /**
   * Its name.
   */
  fact: string
}
