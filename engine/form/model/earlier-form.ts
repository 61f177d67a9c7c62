import { fieldPlace } from './answers.ts'
import type { Addend, Computation } from './computed/computation.ts'
import type {
  AnswerLimit,
  ComputedField,
  FieldWords,
  ResolvedField,
  ResolvedForm,
  ScreenOut,
  ThankYou,
} from './form.ts'
import { withNeeds } from './resolve.ts'

/** The keys of a form that had another name before. */
const formKeys = { send: 'submitLabel', thanks: 'thankYou', ends: 'screenOuts', goOnLater: 'saveAndResume' }

/**
 * A form as this version or one before wrote it down, as JSON: visitors go on with it for a day, also after an upgrade,
 * and it stays as evidence of what was shown for ever. Some keys have another name since, and places stood in ids alone.
 */
export type EarlierForm = Readonly<Record<string, unknown>> & Pick<ResolvedForm, 'id'>

/** The same form as this version knows them. */
export function broughtUp(earlier: EarlierForm): ResolvedForm {
  const form = renamed(earlier, formKeys) as unknown as ResolvedForm
  const { hidden, computed, steps, screenOuts, thankYou } = form
  return withNeeds({
    ...form,
    ...(hidden && { hidden: hidden.map(broughtUpField) }),
    ...(computed && {
      computed: computed.map((field) => ({
        ...broughtUpField(field),
        computed: broughtUpComputation(field.computed),
      })) as ComputedField[],
    }),
    steps: steps.map((step) => ({ ...step, fields: step.fields.map(broughtUpField) })),
    ...(screenOuts && {
      screenOuts: Object.fromEntries(Object.entries(screenOuts).map(([id, end]) => [id, broughtUpEnd(end)])),
    }),
    ...(thankYou && { thankYou: renamed(thankYou, { shows: 'echoField' }) as ThankYou }),
  })
}

function broughtUpEnd(end: Omit<ScreenOut, 'lead'> & { lead?: string }): ScreenOut {
  return (end.lead === 'held' ? { ...end, lead: 'awaitReview' } : end) as ScreenOut
}

function broughtUpComputation(computation: Computation): Computation {
  if (!('sum' in computation)) return renamed(computation, { at: 'asOf' }) as Computation
  return { ...computation, sum: computation.sum.map(broughtUpAddend) }
}

function broughtUpAddend(addend: Addend): Addend {
  if (typeof addend === 'number') return addend
  if ('product' in addend) return { product: addend.product.map(broughtUpAddend) }
  return renamed(addend, { times: 'factor' }) as unknown as Addend
}

function broughtUpField(field: Omit<ResolvedField, 'place'> & Partial<Pick<ResolvedField, 'place'>>): ResolvedField {
  const words = renamed(field.words, { why: 'explanation' }) as unknown as FieldWords
  const limits = field.limits?.map(
    (limit) => renamed(limit, { times: 'factor', plus: 'offset' }) as unknown as AnswerLimit,
  )
  const today = { ...field, words, ...(limits && { limits }) }
  if (field.place) return { ...today, place: field.place }
  const place = fieldPlace(field.id)
  const { 'ui:widget': widget, 'ui:autocomplete': token } = field.ui
  return {
    ...today,
    place,
    ui: {
      ...field.ui,
      ...((widget === 'date' || widget === 'month-year') && { 'ui:widget': 'parts' }),
      // Items got their section of the autofill from the template: section-drivers-# given-name.
      ...(place.item !== undefined && typeof token === 'string' && { 'ui:autocomplete': token.split(' ').at(-1) }),
    },
  }
}

function renamed(object: object, names: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [names[key] ?? key, value]))
}
