import { calendarKind } from '../calendar-kind.ts'

/** A month of a year, for what nobody remembers to the day. */
export const monthYear = calendarKind('month')
