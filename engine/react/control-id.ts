import type { ResolvedField } from '#engine/form/model'
import { numberText, type Shown } from '#engine/form/values'

/** The id of a field in the page, as rjsf makes it. A form's prefix holds no dot, so no two fields of a page share one. */
export function fieldId(prefix: string, field: string): string {
  return `${prefix}.${field}`
}

/** The id of a field's control in the page: what a link in the error summary leads to. */
export function controlId(prefix: string, { id, ui }: ResolvedField): string {
  const whole = fieldId(prefix, id)
  return hasSeveralControls(ui['ui:widget']) ? optionId(whole, 0) : whole
}

/**
 * The id of what takes the focus when a step was posted. Where the address names a place of the page, browsers heed no
 * `autofocus`, but give the focus to that place: so a form that stays in its page is posted to this one.
 */
export function hereId(prefix: string): string {
  return `${prefix}:here`
}

/** Whether a widget is a group of controls, which stands in a fieldset. */
export function hasSeveralControls(widget: unknown): boolean {
  return ['radio', 'checkboxes', 'parts', 'matrix', 'own-group'].includes(String(widget))
}

/** The id of one control of a group. */
export function optionId(id: string, index: number): string {
  return `${id}-${index}`
}

/** The ids of what describes a control: its unit, its hint, and its error when it has one. */
export function describedBy(id: string, hint: boolean, error: boolean, unit = false): string | undefined {
  return (
    [unit ? `${id}-unit` : '', hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') ||
    undefined
  )
}

/** An answer as it is typed. */
export function typedText(value: unknown, { locale }: Shown): string {
  return typeof value === 'number' ? numberText(value, locale) : String(value ?? '')
}
