import type { ResolvedField } from '#engine/core/form.ts'

/** The id of a field's control in the page: what a link in the error summary leads to. */
export function controlId({ id, ui }: ResolvedField): string {
  const choice = ui['ui:widget'] === 'radio' || ui['ui:widget'] === 'checkboxes'
  return choice ? optionId(`root_${id}`, 0) : `root_${id}`
}

/** The id of one option's control. */
export function optionId(id: string, index: number): string {
  return `${id}-${index}`
}

/** The ids of what describes a control: its hint, and its error when it has one. */
export function describedBy(id: string, hint: boolean, error: boolean): string | undefined {
  return [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined
}
