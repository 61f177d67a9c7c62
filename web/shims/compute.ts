import type * as Computing from '#engine/form/compute'
import type { ResolvedForm } from '#engine/form/model'

let computing: typeof Computing | null = null

/** Fetches what computes values, if one of these forms has some. Without it no condition on one holds. */
export async function fetchComputing(forms: readonly ResolvedForm[]): Promise<void> {
  if (forms.some(({ computed }) => computed)) computing = await import('#engine/form/compute')
}

/** Fetches the tables that these forms compute values from, and what reads them. */
export async function fetchTables(forms: readonly ResolvedForm[]): Promise<void> {
  const hasTable = ({ computed = [] }: ResolvedForm) => computed.some(({ computed }) => 'table' in computed)
  if (forms.some(hasTable)) await (await import('./tables.ts')).learnTablesOf(forms)
}

export const settle: typeof Computing.settle = (...all) => computing?.settle(...all)
export const unknownAt: typeof Computing.unknownAt = (...all) => computing?.unknownAt(...all) ?? []
export const onDay: typeof Computing.onDay = (form, today) => computing?.onDay(form, today) ?? form
