import type { ResolvedField, ResolvedForm, ResolvedStep } from './form.ts'
import type { FieldSchema } from './kind.ts'

/** The flat JSON Schema (draft-07) of a step: values only. What is missing is the journey's business. */
export interface StepSchema {
  type: 'object'
  properties: Record<string, FieldSchema>
}

/** The schema of the given fields; of a whole step for its validator, of the asked ones for drawing. */
export function stepSchema(fields: readonly ResolvedField[]): StepSchema {
  return { type: 'object', properties: Object.fromEntries(fields.map(({ id, schema }) => [id, schema])) }
}

/** The UI schema (rjsf) of the given fields, with their words. */
export function stepUiSchema(fields: readonly ResolvedField[]): Record<string, Record<string, unknown>> {
  return Object.fromEntries(fields.map((field) => [field.id, keptUi(field)]))
}

const kept = new WeakMap<ResolvedField, Record<string, unknown>>()

/** A field never changes, so what draws it is put together once. */
function keptUi(field: ResolvedField): Record<string, unknown> {
  const ui = kept.get(field) ?? fieldUi(field)
  kept.set(field, ui)
  return ui
}

function fieldUi({ schema, ui, words, kind, optional, files }: ResolvedField): Record<string, unknown> {
  const values = schema.enum ?? (schema.items as { enum?: unknown } | undefined)?.enum
  return {
    'ui:widget': 'text',
    ...ui,
    'ui:title': words.title,
    ...(words.hint !== undefined && { 'ui:help': words.hint }),
    ...(words.explanation !== undefined && { 'ui:description': words.explanation }),
    ...(Array.isArray(values) && { 'ui:enumNames': values.map((value) => words.options?.[String(value)] ?? '') }),
    'ui:options': {
      ...(ui['ui:options'] as object | undefined),
      // Without it the values in the page are array indices, and a plain POST could not be read.
      optionValueFormat: 'realValue',
      label: true,
      optional,
      ...(words.parts && { parts: words.parts }),
      ...(words.unit && { unit: words.unit }),
      ...(words.table && { table: words.table }),
      ...(kind !== null && { kind }),
      ...(files && { files }),
    },
  }
}

/** The form up to one of its steps; all of it where that is left out. */
export function upTo<Form extends Pick<ResolvedForm, 'steps'>>(form: Form, step: string | undefined): Form {
  return { ...form, steps: form.steps.slice(0, form.steps.findIndex(({ id }) => id === step) + 1 || undefined) }
}

const firstWidgets: readonly unknown[] = ['text', 'radio', 'checkboxes', 'consent', 'matrix', 'files', 'hidden']

/** What only some steps have, so that browsers load its code with the first of these (web/shims/parts.ts). */
export type StepNeed = 'further' | 'limits'

/** What browsers load code for with these steps, if they have any of that. */
export function stepNeeds(steps: ResolvedForm['steps']): StepNeed[] {
  const all: readonly [StepNeed, boolean][] = [
    ['further', steps.length > 1 || steps.some(isFurther)],
    ['limits', steps.some(({ fields }) => fields.some(({ limits }) => limits))],
  ]
  return all.flatMap(([need, has]) => (has ? [need] : []))
}

/** Whether a step is more than a screen of choices and lines of text (engine/react/FurtherParts.tsx). */
function isFurther({ repeat, fields }: ResolvedStep): boolean {
  const isOther = ({ ui }: ResolvedField) =>
    !firstWidgets.includes(ui['ui:widget'] ?? 'text') ||
    (ui['ui:options'] as { tiles?: number } | undefined)?.tiles !== undefined
  return repeat !== undefined || fields.some(isOther)
}
