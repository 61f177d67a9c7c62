import Form from '@rjsf/core/lib/components/Form.js'
import { bracketNameGenerator } from '@rjsf/utils'
import { allFields, type ResolvedForm } from '#engine/core/form.ts'
import { journey } from '#engine/core/journey.ts'
import { sentence, type Translate } from '#engine/core/sentence.ts'
import { stepSchema, stepUiSchema } from '#engine/core/step-schema.ts'
import { control, type Turn } from '#engine/core/turn.ts'
import type { FormContext } from './context.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import { HiddenAnswers } from './HiddenAnswers.tsx'
import { noValidator } from './no-validator.ts'
import { StepHeading } from './StepHeading.tsx'
import { templates, widgets } from './theme.ts'

interface Props {
  form: ResolvedForm
  turn: Turn & { kind: 'show' }
  /** Whether the visitor came here from another step, and not by opening the page. */
  arrived: boolean
  t: Translate
}

/** One step: heading, problems, questions, and the buttons that go on and back. It stands inside a form element. */
export function StepForm({ form, turn: { step: stepId, answers, problems, revealed }, arrived, t }: Props) {
  const { steps } = journey(form, answers)
  const at = steps.findIndex((step) => step.id === stepId)
  const asked = steps[at]?.asked ?? []
  const next = form.steps.find((step) => step.id === steps[at + 1]?.id)
  const ofStep = new Set(form.steps.find((step) => step.id === stepId)?.fields.map((field) => field.id))
  const errors = problems.flatMap((problem) => {
    const field = asked.find(({ id }) => id === problem.field)
    return field ? [{ field, message: sentence(problem, field, t) }] : []
  })
  const context: FormContext = {
    errors: Object.fromEntries(errors.map(({ field, message }) => [field.id, message])),
    focus: revealed,
    t,
  }
  return (
    <>
      <ErrorSummary errors={errors} t={t} />
      <StepHeading
        form={form}
        step={stepId}
        at={at + 1}
        count={steps.length}
        focus={arrived && errors.length === 0 && revealed === null}
        t={t}
      />
      <Form
        // rjsf keeps its own state; another step is another form.
        key={stepId}
        tagName="div"
        className="lw-fields"
        schema={stepSchema(asked) as object}
        uiSchema={stepUiSchema(asked)}
        formData={answers}
        formContext={context}
        validator={noValidator}
        noValidate
        nameGenerator={bracketNameGenerator}
        templates={templates}
        widgets={widgets}
        experimental_defaultFormStateBehavior={{ constAsDefaults: 'never', emptyObjectFields: 'skipDefaults' }}
      >
        <HiddenAnswers fields={allFields(form).filter(({ id }) => !ofStep.has(id))} answers={answers} />
        <input type="hidden" name={control.shown} value={asked.map(({ id }) => id).join(' ')} />
        <div className="lw-buttons">
          {/* Enter presses the first submit button, so going on precedes going back. */}
          <button type="submit" className="lw-button" name={control.go} value="on">
            {next ? t('continueTo', { title: next.title }) : t('send')}
          </button>
          {at > 0 && (
            <button type="submit" className="lw-button lw-button-quiet" name={control.go} value="back">
              {t('back')}
            </button>
          )}
        </div>
      </Form>
    </>
  )
}
