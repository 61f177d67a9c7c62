import type { Answers } from '../model/answers.ts'
import { kindNamed, type ResolvedField } from '../model/form.ts'

/** Whether a field is typed into, and not chosen. */
export function isTyped({ ui, kind }: ResolvedField): boolean {
  return kind !== 'count' && !['radio', 'checkboxes', 'select', 'matrix', 'consent'].includes(String(ui['ui:widget']))
}

/** For each field that is typed and takes only some texts, one that it does not take. */
export function wrongAnswers(fields: readonly ResolvedField[]): Answers {
  return Object.fromEntries(
    fields.filter(isTyped).flatMap(({ id, kind, schema, formatBy }) => {
      const isNumber = schema.type === 'integer' || schema.type === 'number'
      if (!(isNumber || schema.format || formatBy)) return []
      const parts = kindNamed(kind)?.parts
      return [[id, parts ? parts.join(parts.asked.map(() => '99')) : '!']]
    }),
  )
}
