import type { Answers } from '../answers.ts'
import type { ResolvedField } from '../form.ts'

/** For each field that is typed and takes only some texts, one that it does not take. */
export function wrongAnswers(fields: readonly ResolvedField[]): Answers {
  return Object.fromEntries(
    fields.flatMap(({ id, ui, schema, formatBy, kind }) => {
      const isTyped = !['radio', 'checkboxes', 'select', 'consent', 'hidden'].includes(String(ui['ui:widget']))
      const isNumber = schema.type === 'integer' || schema.type === 'number'
      if (!isTyped || kind === 'count' || !(isNumber || schema.format || formatBy)) return []
      return [[id, ui['ui:widget'] === 'date' ? '2020-13-45' : ui['ui:widget'] === 'month-year' ? '2020-13' : '!']]
    }),
  )
}
