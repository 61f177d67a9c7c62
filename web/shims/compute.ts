import type * as Computing from '#engine/form/compute'
import type { ResolvedForm } from '#engine/form/model'

let computing: typeof Computing | null = null

/** Fetches what computes values, if one of these forms has some. Without it no condition on one holds. */
export async function fetchComputing(forms: readonly ResolvedForm[]): Promise<void> {
  if (forms.some(({ computed }) => computed)) computing = await import('#engine/form/compute')
}

export const settle: typeof Computing.settle = (...all) => computing?.settle(...all)
export const unknownAt: typeof Computing.unknownAt = (...all) => computing?.unknownAt(...all) ?? []
export const onDay: typeof Computing.onDay = (form, today) => computing?.onDay(form, today) ?? form
