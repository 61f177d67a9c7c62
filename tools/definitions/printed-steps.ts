import type { Answers } from '#engine/form/journey/answers.ts'
import { journey } from '#engine/form/journey/journey.ts'
import { limitedField } from '#engine/form/journey/limited-field.ts'
import { beyondSchema, type StandardSchema, standardSchema } from '#engine/form/journey/standard-schema.ts'
import type { ResolvedField, ResolvedForm } from '#engine/form/model/form.ts'
import { stepUiSchema } from '#engine/form/model/step-schema.ts'

/** A step in standard JSON Schema and UI schema, with what these cannot say. */
export interface PrintedStep {
  id: string
  title: string
  asked: Readonly<Record<string, AskedField>>
  schema: StandardSchema
  uiSchema: object
}

interface AskedField {
  required: boolean
  /** The condition under which it may stay unanswered. */
  optional?: unknown
  /** The condition it is asked under; in the steps of a route it has been met. */
  when?: unknown
  /** By the code of the mistake, the rules that JSON Schema has no words for. */
  beyond?: Readonly<Record<string, string>>
}

/** Every step of a form with all that it may ask: required is what each visitor of the step must answer. */
export function stepsOf({ steps }: ResolvedForm): PrintedStep[] {
  return steps.map(({ fields, ...step }) =>
    printed(step, fields, ({ optional, optionalWhen, when }) => !optional && !optionalWhen && !when),
  )
}

/** The steps that these answers lead to, each with what it asks then. */
export function stepsFor(form: ResolvedForm, answers: Answers): PrintedStep[] {
  const route = journey(form, answers)
  return route.steps.flatMap(({ id, asked }) => {
    const { fields: _, when: __, ...step } = form.steps.find((each) => each.id === id) ?? { title: '', fields: [] }
    const met = asked.map(({ when: _, optionalWhen: ___, ...field }) => limitedField(field, route.answers, form))
    return [printed({ ...step, id }, met, ({ optional }) => !optional)]
  })
}

function printed<Step extends { id: string; title: string }>(
  step: Step,
  fields: readonly ResolvedField[],
  isRequired: (field: ResolvedField) => boolean,
): Step & PrintedStep {
  return {
    ...step,
    asked: Object.fromEntries(fields.map((field) => [field.id, askedField(field)])),
    schema: standardSchema(fields, new Set(fields.filter(isRequired))),
    uiSchema: stepUiSchema(fields),
  }
}

function askedField(field: ResolvedField): AskedField {
  const { optional, optionalWhen, when } = field
  const beyond = beyondSchema(field)
  return {
    required: !optional,
    ...(optionalWhen && { optional: optionalWhen }),
    ...(when !== undefined && { when }),
    ...(Object.keys(beyond).length > 0 && { beyond }),
  }
}
