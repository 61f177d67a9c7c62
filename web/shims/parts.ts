import type { FormNeed, ResolvedForm } from '#engine/form/model'

type Files = typeof import('./part-files.ts').partFiles

/** What was loaded. */
export const parts: { [Need in FormNeed]?: Awaited<ReturnType<Files[Need]>> } = {}

/** Loads the code that only some forms need, where one of these does. */
export async function fetchParts(forms: readonly ResolvedForm[]): Promise<void> {
  const needed = forms.flatMap(({ needs = [] }) => needs)
  if (needed.length === 0) return
  const { partFiles } = await import('./part-files.ts')
  await Promise.all(needed.map(async (need) => Object.assign(parts, { [need]: await partFiles[need]?.() })))
}

/** Fetches the tables that these forms compute values from. */
export async function fetchTables(forms: readonly ResolvedForm[]): Promise<void> {
  await parts.tables?.learnTablesOf(forms)
}
