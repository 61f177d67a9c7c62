import { templateOf } from '../filling/repeat.ts'
import type { ResolvedForm } from './form.ts'

/** The keys that lead to a field in its form, with groups in place: drivers.0.name → steps, drivers, fields, name. */
export function fieldPath({ steps }: ResolvedForm, id: string): string[] {
  const step = steps.find(({ fields }) => fields.some((field) => field.id === templateOf(id)))
  return step ? ['steps', step.id, 'fields', id.split('.').at(-1) ?? ''] : ['steps']
}
