import { placeOf } from './field-place.ts'
import type { ResolvedField, ResolvedForm } from './form.ts'

/** A field as versions before wrote it down. */
type EarlierField = Omit<ResolvedField, 'place'> & Partial<Pick<ResolvedField, 'place'>>

/** A form as this version or one before wrote it down: visitors go on with it for a day, also after an upgrade. */
export interface EarlierForm extends Omit<ResolvedForm, 'steps'> {
  steps: readonly (Omit<ResolvedForm['steps'][number], 'fields'> & { fields: readonly EarlierField[] })[]
}

/** The same form as this version knows them. */
export function broughtUp({ steps, ...form }: EarlierForm): ResolvedForm {
  return { ...form, steps: steps.map((step) => ({ ...step, fields: step.fields.map(broughtUpField) })) }
}

function broughtUpField(field: EarlierField): ResolvedField {
  if (field.place) return { ...field, place: field.place }
  const place = placeOf(field.id)
  const { 'ui:widget': widget, 'ui:autocomplete': token } = field.ui
  return {
    ...field,
    place,
    ui: {
      ...field.ui,
      ...((widget === 'date' || widget === 'month-year') && { 'ui:widget': 'parts' }),
      // Items got their section of the autofill from the template: section-drivers-# given-name.
      ...(place.item !== undefined && typeof token === 'string' && { 'ui:autocomplete': token.split(' ').at(-1) }),
    },
  }
}
