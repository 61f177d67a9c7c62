import Form from '@rjsf/core/lib/components/Form.js'
import { bracketNameGenerator } from '@rjsf/utils'
import type { Repeat, ResolvedForm } from '#engine/core/form.ts'
import { journey } from '#engine/core/journey.ts'
import { everyField, fieldsAsked, itemOf } from '#engine/core/repeat.ts'
import { sentence, type Translate } from '#engine/core/sentence.ts'
import { stepSchema, stepUiSchema } from '#engine/core/step-schema.ts'
import { control, type Turn } from '#engine/core/turn.ts'
import type { FormContext } from './context.ts'
import { ErrorSummary, type FieldError } from './ErrorSummary.tsx'
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
  const step = form.steps.find(({ id }) => id === stepId)
  const ofStep = new Set(step && fieldsAsked(step, answers).map(({ id }) => id))
  const errors = problems.flatMap((problem) => {
    const field = asked.find(({ id }) => id === problem.field)
    return field ? [{ field, message: sentence(problem, field, t) }] : []
  })
  const context: FormContext = {
    errors: Object.fromEntries(errors.map(({ field, message }) => [field.id, message])),
    focus: revealed,
    form,
    repeat: step?.repeat,
    t,
  }
  return (
    <>
      <ErrorSummary errors={errors.map((error) => withItem(error, step?.repeat))} t={t} />
      <StepHeading
        form={form}
        step={stepId}
        at={at + 1}
        count={steps.length}
        focus={arrived && errors.length === 0 && revealed === null}
        t={t}
      />
      {step?.repeat && (
        // Enter presses the first submit button, and must not remove anything.
        <button type="submit" className="lw-hidden" name={control.go} value="on" tabIndex={-1} aria-hidden />
      )}
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
        <HiddenAnswers
          fields={everyField(form, answers).filter(({ id }) => !ofStep.has(id))}
          answers={answers}
          locale={form.locale}
        />
        <input type="hidden" name={control.shown} value={asked.map(({ id }) => id).join(' ')} />
        <div className="lw-buttons">
          {/* Enter presses the first submit button, so going on precedes going back. */}
          <button type="submit" className="lw-button" name={control.go} value="on">
            {next ? t('continueTo', { title: next.title }) : (form.send ?? t('send'))}
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

/** In the summary, what is asked several times says which one is meant: “Driver 2: Enter a date”. */
function withItem({ field, message }: FieldError, repeat: Repeat | undefined): FieldError {
  const item = itemOf(field.id)
  if (item === '' || !repeat) return { field, message }
  return { field, message: `${repeat.title} ${Number(item.split('.')[1]) + 1}: ${message}` }
}
