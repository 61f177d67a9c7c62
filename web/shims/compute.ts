import type * as Computing from '#engine/form/compute'
import { parts } from './parts.ts'

// Where it was not loaded, no condition on a computed value holds.

export const settle: typeof Computing.settle = (...all) => parts.computed?.settle(...all)
export const unknownAt: typeof Computing.unknownAt = (...all) => parts.computed?.unknownAt(...all) ?? []
export const onDay: typeof Computing.onDay = (form, today) => parts.computed?.onDay(form, today) ?? form
