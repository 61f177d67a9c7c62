import { calendarKind } from '../definition/calendar-kind.ts'

export const date = calendarKind('day')
