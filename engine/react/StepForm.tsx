import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Answers, answerTo } from '#engine/form/journey/answers.ts'
import { readAnswers } from '#engine/form/journey/form-data.ts'
import { type JourneyStep, journey } from '#engine/form/journey/journey.ts'
import { limitedField } from '#engine/form/journey/limited-field.ts'
import { progress } from '#engine/form/journey/progress.ts'
import { everyField, fieldsAsked, itemName } from '#engine/form/journey/repeat.ts'
import { sentence, type Translate } from '#engine/form/journey/sentence.ts'
import { control, type Turn } from '#engine/form/journey/turn.ts'
import { knownLimits } from '#engine/form/journey/validation/answer-limits.ts'
import type { Judges } from '#engine/form/journey/validation/answer-problem.ts'
import { validateStep } from '#engine/form/journey/validation/validate.ts'
import { exclusiveOption } from '#engine/form/model/exclusive.ts'
import type { Repeat, ResolvedField, ResolvedForm } from '#engine/form/model/form.ts'
import { AnswersSoFar } from './AnswersSoFar.tsx'
import type { FormContext } from './context.ts'
import { controlId } from './control-id.ts'
import { ErrorSummary, type FieldError } from './ErrorSummary.tsx'
import { Footnotes } from './Footnotes.tsx'
import { GoOnButton, type Pressed } from './GoOnButton.tsx'
import { HiddenAnswers } from './HiddenAnswers.tsx'
import { StepFields } from './StepFields.tsx'
import { StepHeading } from './StepHeading.tsx'

let isPressed = false

interface Props {
  form: ResolvedForm
  /** Begins the ids of all that is in it, so that several forms stand on a page. */
  prefix: string
  turn: Turn & { kind: 'show' }
  /** Whether the visitor came here from another step, and not by opening the page. */
  arrived: boolean
  /** The level of the step's heading: 2 where the page has a heading of its own above. */
  level?: 1 | 2
  /** Set once the browser can judge answers itself. */
  judges?: Judges | undefined
  /** Told of every change, in the browser. */
  onAnswers?: (answers: Answers) => void
  /** What the button that goes on says of a turn that is under way. */
  pressed?: Pressed
  /** Stands at the buttons: what became of the last press. */
  notice?: ReactNode
  t: Translate
}

/**
 * One step: heading, problems, questions, and the buttons that go on and back. It stands inside a form element.
 * What is typed stays in the page's own controls, so a keystroke draws nothing anew unless it opens a question or moves
 * the progress of an application.
 */
export function StepForm({ form, prefix, turn, arrived, level = 1, judges, onAnswers, pressed, notice, t }: Props) {
  const { step: stepId, revealed } = turn
  const [answers, setAnswers] = useState(turn.answers)
  const [problems, setProblems] = useState(turn.problems)
  // Judged once more, with the controls as they are: what the address answered is known since the first press only.
  const [judged, setJudged] = useState(turn)
  if (judged !== turn) {
    setJudged(turn)
    setAnswers(turn.answers)
    setProblems(turn.problems)
  }
  const element = useRef<HTMLDivElement>(null)
  const route = journey(form, answers)
  const { steps } = route
  const at = steps.findIndex((step) => step.id === stepId)
  const asked = (steps[at]?.asked ?? []).map((field) => limitedField(field, route.answers, form))
  const next = form.steps.find((step) => step.id === steps[at + 1]?.id)
  const step = form.steps.find(({ id }) => id === stepId)
  const ofStep = new Set(step && fieldsAsked(step, answers).map(({ id }) => id))
  const errors = problems.flatMap((problem): FieldError[] => {
    const field = asked.find(({ id }) => id === problem.field)
    if (field) return [{ field, message: sentence(problem, field, form, t) }]
    // What the server says of a question that this form does not ask is said all the same.
    const { message = '' } = problem
    return message === '' || route.steps.some((step) => asks(step, problem.field)) ? [] : [{ field: null, message }]
  })
  const context: FormContext = {
    errors: Object.fromEntries(errors.flatMap(({ field, message }) => (field ? [[field.id, message]] : []))),
    focus: revealed,
    form,
    markRequired: step?.markRequired ?? form.markRequired ?? false,
    marks: footnoteMarks(asked),
    prefix,
    repeat: step?.repeat,
    t,
  }

  /** What the page's controls say now. */
  const current = (): Answers => {
    const parent = element.current?.closest('form')
    const entries = parent ? [...new FormData(parent)].map(([name, value]) => [name, String(value)] as const) : []
    return readAnswers(form, entries)
  }
  const update = (): Answers => {
    const given = current()
    if (outline(form, given) !== outline(form, answers)) setAnswers(given)
    return given
  }
  // A field that was refused is judged again as soon as the visitor has corrected it, or the answer that limits it.
  const judgeAgain = (target: EventTarget) => {
    const field = /^root\[([^\]]+)\]/.exec((target as HTMLInputElement).name ?? '')?.[1]
    const meant = new Set(problems.flatMap((each) => ([each.field, each.params.of].includes(field) ? each.field : [])))
    if (!judges || meant.size === 0) return
    const route = journey(form, current())
    const now = route.steps.find(({ id }) => id === stepId)
    const found = now ? validateStep(now, route.answers, judges) : []
    setProblems([
      ...problems.filter((problem) => !meant.has(problem.field)),
      ...found.filter((problem) => meant.has(problem.field)),
    ])
  }
  const changed = ({ target }: { target: EventTarget }) => {
    untickOthers(asked, target as HTMLInputElement)
    onAnswers?.(update())
    if (isChoice(target)) judgeAgain(target)
  }
  const left = ({ target }: { target: EventTarget }) => {
    if (!isChoice(target)) afterPress(() => judgeAgain(target))
  }

  useEffect(followPresses, [])

  // Letters typed and options chosen before this ran are in the page, and nowhere else.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step appears or was judged
  useLayoutEffect(() => {
    update()
    const first = asked.find(({ id }) => id === revealed)
    const target =
      turn.problems.length > 0 ? '.lw-summary' : first ? `#${CSS.escape(controlId(prefix, first))}` : '.lw-heading'
    if (arrived) element.current?.querySelector<HTMLElement>(target)?.focus()
  }, [turn])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears of what happens in the controls within
    <div ref={element} className="lw-step" onChange={changed} onBlur={left}>
      <StepHeading
        prefix={prefix}
        form={form}
        step={stepId}
        at={at + 1}
        count={steps.length}
        progress={form.progress === 'percent' ? progress(form, route, problems) : null}
        focus={arrived && errors.length === 0 && revealed === null}
        level={level}
        t={t}
      />
      <ErrorSummary prefix={prefix} errors={errors.map((error) => withItem(error, step?.repeat, t))} t={t} />
      {step?.repeat && (
        // Enter presses the first submit button, and must not remove anything.
        <button type="submit" className="lw-hidden" name={control.go} value="on" tabIndex={-1} aria-hidden />
      )}
      <div className="lw-fields">
        <StepFields asked={asked} answers={answers} context={context} />
        <HiddenAnswers
          fields={everyField(form, answers).filter(({ id }) => !ofStep.has(id))}
          answers={answers}
          locale={form.locale}
        />
        <input type="hidden" name={control.shown} value={asked.map(({ id }) => id).join(' ')} />
        <Footnotes prefix={prefix} fields={asked} marks={context.marks} markRequired={context.markRequired} t={t} />
        <div className="lw-buttons">
          {/* Enter presses the first submit button, so going on precedes going back. */}
          <GoOnButton
            words={next ? t('continueTo', { title: next.title }) : (form.send ?? t('send'))}
            wait={t(next ? 'wait' : 'sending')}
            again={t('tryAgain')}
            pressed={pressed}
          />
          {at > 0 && (
            <button type="submit" className="lw-button lw-button-quiet" name={control.go} value="back">
              {t('back')}
            </button>
          )}
        </div>
        {notice}
      </div>
      <AnswersSoFar form={form} steps={steps} at={at} answers={answers} level={level} t={t} />
    </div>
  )
}

/** Whether a control is answered by choosing: no letters are to follow. */
function isChoice(target: EventTarget): boolean {
  const { type, tagName } = target as HTMLInputElement
  return type === 'radio' || type === 'checkbox' || tagName === 'SELECT'
}

/**
 * Which steps and questions there are, which limits, and what is answered where progress counts that: all that a change
 * of answers may change on the screen.
 */
function outline(form: ResolvedForm, given: Answers): string {
  const { steps, answers } = journey(form, given)
  const isCounted = (id: string) => form.progress === 'percent' && answerTo(id, answers) !== undefined
  const words = (field: ResolvedField) =>
    [field.id, field.optional, isCounted(field.id), ...knownLimits(field, answers).map(({ limit }) => limit)].join('=')
  return steps.map(({ id, asked }) => `${id}: ${asked.map(words).join(' ')}`).join('\n')
}

function asks({ asked }: JourneyStep, field: string): boolean {
  return asked.some(({ id }) => id === field)
}

/** In the summary, what is asked several times says which one is meant: “Driver 2: Enter a date”. */
function withItem({ field, message }: FieldError, repeat: Repeat | undefined, t: Translate): FieldError {
  const item = field?.place.item
  if (typeof item !== 'number' || !repeat) return { field, message }
  return { field, message: t('item', { item: itemName(repeat, item), message }) }
}

/** The stars of the fields whose hint stands below the questions: two for the first, since one star means required. */
function footnoteMarks(fields: readonly ResolvedField[]): ReadonlyMap<string, string> {
  const noted = fields.filter(
    ({ ui, words }) => words.hint !== undefined && (ui['ui:options'] as { footnote?: boolean } | undefined)?.footnote,
  )
  return new Map(noted.map(({ id }, index) => [id, '*'.repeat(index + 2)]))
}

/** Who ticks “None of these” unticks the others, and the other way round. */
function untickOthers(fields: readonly ResolvedField[], { name, type, checked, value, form }: HTMLInputElement): void {
  if (type !== 'checkbox' || !checked) return
  const field = fields.find(({ id }) => name === `root[${id}][]`)
  const alone = field && exclusiveOption(field.schema)
  if (alone === undefined) return
  const boxes = form?.querySelectorAll<HTMLInputElement>(`input[name="${CSS.escape(name)}"]:checked`) ?? []
  for (const box of boxes) if ((box.value === alone) !== (value === alone)) box.checked = false
}

/** Follows the pointer, in the browser. Returns what stops following. */
function followPresses(): () => void {
  const press = () => {
    isPressed = true
  }
  const release = () => {
    isPressed = false
  }
  addEventListener('pointerdown', press, true)
  addEventListener('pointerup', release)
  addEventListener('pointercancel', release)
  return () => {
    removeEventListener('pointerdown', press, true)
    removeEventListener('pointerup', release)
    removeEventListener('pointercancel', release)
  }
}

/**
 * Runs something that may move the page. Pressing takes the focus before it clicks, so while the pointer is down it
 * waits: what is under the pointer must not move away.
 */
function afterPress(run: () => void): void {
  if (!isPressed) {
    run()
    return
  }
  const released = new AbortController()
  const once = () => {
    released.abort()
    setTimeout(run)
  }
  for (const name of ['pointerup', 'pointercancel']) addEventListener(name, once, { signal: released.signal })
}
