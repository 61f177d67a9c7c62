import type { FormDefinition, Options } from '#schemas/generated/form.ts'
import type { ListDefinition } from '#schemas/generated/list.ts'

/** The form with the options of its lists: those of the language, before the field's own. */
export function withLists(
  form: FormDefinition,
  lists: Readonly<Record<string, ListDefinition>>,
  locale: string,
): FormDefinition {
  const steps = Object.entries(form.steps).map(([id, step]) => {
    const fields = Object.entries(step.fields ?? {}).map(([fieldId, field]) => {
      const options = field.list === undefined ? undefined : lists[field.list]?.options[locale]
      return [fieldId, options ? { ...field, options: { ...options, ...field.options } } : field]
    })
    return [id, step.fields ? { ...step, fields: Object.fromEntries(fields) } : step]
  })
  return { ...form, steps: Object.fromEntries(steps) }
}

/** Every option of a list, whatever the language. */
export function allOptions({ options }: ListDefinition): Options {
  return Object.assign({}, ...Object.values(options))
}
