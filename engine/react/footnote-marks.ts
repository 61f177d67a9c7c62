import type { ResolvedField } from '#engine/form/model/form.ts'

/** The stars of the fields whose hint stands below the questions: two for the first, since one star means required. */
export function footnoteMarks(fields: readonly ResolvedField[]): ReadonlyMap<string, string> {
  const noted = fields.filter(
    ({ ui, words }) => words.hint !== undefined && (ui['ui:options'] as { footnote?: boolean } | undefined)?.footnote,
  )
  return new Map(noted.map(({ id }, index) => [id, '*'.repeat(index + 2)]))
}
