import { calendarKind } from '../calendar-kind.ts'

export const date = calendarKind('day')
