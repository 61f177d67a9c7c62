import { placeOf, templateId } from './field-place.ts'
import type { ResolvedField, ResolvedForm, ResolvedStep } from './form.ts'

/** A question and the step it stands in. */
export interface StepField {
  step: ResolvedStep
  field: ResolvedField
}

/** What a form holds under an id; for drivers.0.name that which stands for every driver's. */
export function findField(
  { hidden = [], computed = [], steps }: Pick<ResolvedForm, 'hidden' | 'computed' | 'steps'>,
  id: string,
): StepField | null {
  const template = templateId(placeOf(id))
  for (const step of [aboveAll(hidden), ...steps, computedStep(computed)]) {
    const field = step.fields.find((each) => each.id === template)
    if (field) return { step, field }
  }
  return null
}

/** What is taken from the address, as a step that nobody sees. */
export function aboveAll(hidden: readonly ResolvedField[] = []): ResolvedStep {
  return { id: 'hidden', title: '', fields: hidden }
}

/** What is computed, as a step that nobody sees. */
function computedStep(computed: readonly ResolvedField[] = []): ResolvedStep {
  return { id: 'computed', title: '', fields: computed }
}

/** The keys that lead to a field in its form, with groups in place: drivers.0.name → steps, drivers, fields, name. */
export function fieldPath(form: ResolvedForm, id: string): string[] {
  const { step, field } = findField(form, id) ?? {}
  if (field?.from) return ['hidden', field.id]
  if (field?.computed) return ['computed', field.id]
  return step && field ? ['steps', step.id, 'fields', field.place.name] : ['steps']
}
