import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  type AddressHelp,
  control,
  everyField,
  itemName,
  type JourneyStep,
  journey,
  type Progress,
  progress,
  readAnswers,
  type Turn,
  validateStep,
} from '#engine/form/journey'
import {
  type Answers,
  allFields,
  answerTo,
  exclusiveOption,
  fieldsAsked,
  fieldsRead,
  type Judges,
  knownLimits,
  limitedField,
  listedOptions,
  preciseProblem,
  type Repeat,
  type ResolvedField,
  type ResolvedForm,
  type ResolvedStep,
  sentence,
  type Translate,
} from '#engine/form/model'
import { controlId, hereId } from './control-id.ts'
import { Estimate } from './Estimate.tsx'
import { AnswersSoFar } from './FurtherParts.tsx'
import type { FormContext, Suggestion } from './form-context.ts'
import { HiddenAnswers } from './HiddenAnswers.tsx'
import { StepFields } from './StepFields.tsx'
import { Trust, Words } from './Words.tsx'

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
  /** What the page around it is called, said where the form has the page to itself. */
  name?: string | undefined
  /** What the form leads to, where a page has a button of another form too. */
  goal?: string | undefined
  /** Set once the browser can judge answers itself. */
  judges?: Judges | undefined
  /** The form's estimate for the answers that it comes with, in words. */
  estimate?: string | undefined
  /** Told of every change, in the browser. */
  onAnswers?: (answers: Answers) => void
  /** What the button that goes on says of a turn that is under way. */
  pressed?: Pressed
  /** Stands at the buttons: what became of the last press. */
  notice?: ReactNode
  /** What the visitor may do instead of going on, next to the buttons. */
  offer?: ReactNode
  /** Who gets the answers, as a text with links: said above the first consent of the last step. */
  recipients?: string | undefined
  /** What is known of the towns and streets that the step asks for. */
  help?: AddressHelp | undefined
  /** Draws a question that is answered with files. */
  files?: FormContext['files']
  /** How they answer, where they are asked for offers: the last button promises it. */
  answers?: 'now' | 'email' | 'call' | undefined
  t: Translate
}

/**
 * One step: heading, problems, questions, and the buttons that go on and back. It stands inside a form element.
 * What is typed stays in the page's own controls, so a keystroke draws nothing anew unless it opens a question or moves
 * the progress of an application.
 */
export function StepForm({
  form,
  prefix,
  turn,
  arrived,
  level = 1,
  name,
  goal,
  judges,
  estimate,
  onAnswers,
  pressed,
  notice,
  offer,
  recipients,
  answers: answering,
  help,
  files,
  t,
}: Props) {
  const { step: stepId, revealed } = turn
  const [answers, setAnswers] = useState(turn.answers)
  const [problems, setProblems] = useState(turn.problems)
  // Judged once more, with the controls as they are: what the address answered is known since the first press only.
  const [judged, setJudged] = useState(turn)
  // The questions whose answer is no longer offered since another one changed.
  const [lost, setLost] = useState<readonly string[]>([])
  if (judged !== turn) {
    setJudged(turn)
    setAnswers(turn.answers)
    setProblems(turn.problems)
    setLost([])
  }
  const [suggestion, setSuggestion] = useState<Suggestion | null>(null)
  const element = useRef<HTMLDivElement>(null)
  const route = journey(form, answers)
  const { steps } = route
  const at = steps.findIndex((step) => step.id === stepId)
  const asked = (steps[at]?.asked ?? []).map((field) => limitedField(field, route.answers, form))
  const next = form.steps.find((step) => step.id === steps[at + 1]?.id)
  const onTo = steps[at + 1]?.step === steps[at]?.step ? goal : next?.title
  const step = form.steps.find(({ id }) => id === stepId)
  const ofStep = new Set(step && fieldsAsked(step, answers).map(({ id }) => id))
  const hidable = step ? revealable(form, step) : []
  const waiting = hidable.filter(({ id }) => !asked.some((field) => field.id === id))
  const errors = problems.flatMap((found): FieldError[] => {
    const field = asked.find(({ id }) => id === found.field)
    const problem = field ? preciseProblem(found, field, answers) : found
    if (field)
      return [
        { field, message: sentence(problem, field, form, t), below: sentence(problem, field, form, t, 'question') },
      ]
    // What the server says of a question that this form does not ask is said all the same.
    const { message = '' } = problem
    return message === '' || route.steps.some((step) => asks(step, problem.field)) ? [] : [{ field: null, message }]
  })
  const again = asked
    .filter(({ id }) => lost.includes(id))
    .map((field) => {
      const problem = { field: field.id, code: 'offered', params: {} }
      return [field.id, sentence(problem, field, form, t, 'question')]
    })
  const consent = asked.find(({ kind }) => kind === 'consent')?.id
  const note = next ? '' : submitNote(form, recipients, answering, t)
  const context: FormContext = {
    errors: Object.fromEntries([
      ...again,
      ...errors.flatMap(({ field, message, below = message }) => (field ? [[field.id, below]] : [])),
    ]),
    focus: revealed,
    form,
    markRequired: step?.markRequired ?? form.markRequired ?? false,
    marks: footnoteMarks(asked),
    above: { [`${consent}`]: note },
    prefix,
    repeat: step?.repeat,
    suggestion,
    help,
    files,
    lookedUp: asked.flatMap(({ id, lookUp }) => (lookUp === undefined ? [] : [id])),
    revealedBy: Object.fromEntries(hidable.map(({ id, when }) => [id, when])),
    waiting: waiting.map(({ id }) => id),
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
  /** Says at a question that its answer is no longer offered; who has changed that answer knows. */
  const tellLost = (given: Answers, changed = '') => {
    const { notOffered = [] } = journey(form, given).steps.find(({ id }) => id === stepId) ?? {}
    setLost([...lost.filter((id) => !changed.startsWith(`root[${id}]`)), ...notOffered])
  }
  const follow = (target: HTMLInputElement) => {
    const given = update()
    onAnswers?.(given)
    if (asked.some(dependsOnAnswers)) tellLost(given, target.name)
  }
  const typing = useTyping(element, follow)
  const changed = ({ target }: { target: EventTarget }) => {
    untickOthers(asked, target as HTMLInputElement)
    typing.goOn(target as HTMLInputElement)
    if (!isChoice(target)) return
    typing.settle()
    judgeAgain(target)
  }
  const left = ({ target }: { target: EventTarget }) => {
    typing.settle()
    if (!isChoice(target)) afterPress(() => judgeAgain(target))
    if (target instanceof HTMLInputElement && target.type === 'email') suggest(target)
  }
  /** Suggests the address that was likely meant, once the visitor leaves the input. */
  const suggest = (input: HTMLInputElement) => {
    // Without a connection there is no hint.
    if (!navigator.onLine) return
    const taken = () => {
      setSuggestion(null)
      onAnswers?.(update())
      judgeAgain(input)
    }
    import('./mail-suggestion.ts').then(
      ({ suggestionFor }) => setSuggestion(suggestionFor(input, form.market.country, taken)),
      unavailable,
    )
  }

  useEffect(followPresses, [])
  const goesOn = form.screens === 'questions' && next !== undefined && goesOnByItself(asked, waiting)
  useEffect(() => {
    const page = element.current
    if (!goesOn || !page) return
    const left = new AbortController()
    import('./go-on.ts').then(({ goOnWhenChosen }) => goOnWhenChosen(page, left.signal), unavailable)
    return () => left.abort()
  }, [goesOn])

  // Letters typed and options chosen before this ran are in the page, and nowhere else.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step appears or was judged
  useLayoutEffect(() => {
    const given = update()
    if (Object.entries(given).some(([id, answer]) => String(answer) !== String(turn.answers[id]))) onAnswers?.(given)
    const first = asked.find(({ id }) => id === revealed)
    const target =
      turn.problems.length > 0 ? '.lw-summary' : first ? `#${CSS.escape(controlId(prefix, first))}` : '.lw-heading'
    if (arrived) element.current?.querySelector<HTMLElement>(target)?.focus()
  }, [turn])

  // Options that were fetched for an answer open their question.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when more of them are known
  useLayoutEffect(() => {
    if (!form.groups) return
    tellLost(answers)
    update()
  }, [form.groups])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears of what happens in the controls within
    <div ref={element} className="lw-step" onChange={changed} onBlur={left}>
      <StepHeading
        prefix={prefix}
        form={form}
        step={stepId}
        where={whereAt(form, steps, at)}
        progress={form.progress === 'percent' ? progress(form, route, problems) : null}
        focus={arrived && errors.length === 0 && revealed === null}
        level={level}
        name={name}
        t={t}
      />
      <ErrorSummary prefix={prefix} errors={errors.map((error) => withItem(error, step?.repeat, t))} t={t} />
      <div className="lw-fields">
        <StepFields
          asked={inOrder(step, asked, waiting)}
          answers={{ ...copied(asked, answers), ...answers }}
          context={context}
        />
        <HiddenAnswers
          fields={everyField(form, answers).filter(({ id }) => !ofStep.has(id))}
          answers={answers}
          locale={form.locale}
        />
        <input type="hidden" name={control.shown} value={asked.map(({ id }) => id).join(' ')} />
        {form.estimate && <Estimate form={form} shown={estimate} judges={judges} t={t} />}
        {consent === undefined && <Trust text={note} />}
        {goesOn && <p className="lw-note lw-goes-on">{t('goesOn')}</p>}
        <div className="lw-buttons">
          {/* Enter presses the first submit button, so going on precedes going back. */}
          <GoOnButton
            words={
              next
                ? onTo === undefined
                  ? t('continue')
                  : t('continueTo', { title: onTo })
                : (form.submitLabel ?? t(answering ? `offers.${answering}.button` : 'send'))
            }
            wait={t(next ? 'wait' : 'sending')}
            again={t('tryAgain')}
            pressed={pressed}
          />
          {at > 0 && (
            <button type="submit" className="lw-button lw-button-quiet" name={control.go} value="back">
              {t('back')}
            </button>
          )}
          {offer}
        </div>
        {notice}
      </div>
      <AnswersSoFar form={form} steps={steps} at={at} answers={answers} level={level} t={t} />
    </div>
  )
}

/**
 * The questions of a screen that an answer chosen on it reveals. Those that are not asked yet are on the screen, hidden and
 * disabled, so that the tap which asks them shows them at once, also before the app is there: web/forms/reveal.ts reads
 * choices, and no numbers or dates.
 */
function revealable(form: ResolvedForm, { fields, repeat }: ResolvedStep): ResolvedField[] {
  if (repeat) return []
  const choices = new Set(allFields(form).flatMap(({ id, schema }) => (isChosen(schema) ? [id] : [])))
  const here = new Set(fields.map(({ id }) => id))
  return fields.filter((field) => {
    // Its options are not known before the app is there.
    if (dependsOnAnswers(field)) return false
    const { when } = field
    const read = fieldsRead(when)
    return read.some((id) => here.has(id)) && read.every((id) => choices.has(id))
  })
}

function isChosen({ enum: options, type, items }: ResolvedField['schema']): boolean {
  return type === 'boolean' || Array.isArray(options) || items !== undefined
}

/** Whether a question's options depend on other answers, or their order on the visit. */
function dependsOnAnswers({ offered, listed, shuffled }: ResolvedField): boolean {
  return offered !== undefined || listed !== undefined || shuffled !== undefined
}

/** Whether a screen asks nothing but one choice, so that who chose has no more to do on it. */
function goesOnByItself([field, ...more]: readonly ResolvedField[], waiting: readonly ResolvedField[]): boolean {
  return field?.ui['ui:widget'] === 'radio' && more.length === 0 && waiting.length === 0
}

/** Without it, there is the button. */
function unavailable(): void {}

/** All that is on the screen, in the order of the step. */
function inOrder(step: ResolvedStep | undefined, asked: readonly ResolvedField[], waiting: readonly ResolvedField[]) {
  if (!step || waiting.length === 0) return asked
  const drawn = [...asked, ...waiting]
  return step.fields.flatMap(({ id }) => drawn.find((field) => field.id === id) ?? [])
}

/** What fields show that have no answer, where another question was answered with the same. */
function copied(asked: readonly ResolvedField[], answers: Answers): Answers {
  return Object.fromEntries(
    asked.flatMap(({ id, copyFrom }) => {
      const answer = copyFrom === undefined ? undefined : answerTo(copyFrom, answers)
      return answer === undefined || answerTo(id, answers) !== undefined ? [] : [[id, answer]]
    }),
  )
}

/** Whether a control is answered by choosing: no letters are to follow. */
function isChoice(target: EventTarget): boolean {
  const { type, tagName } = target as HTMLInputElement
  return type === 'radio' || type === 'checkbox' || type === 'file' || tagName === 'SELECT'
}

/**
 * Which steps and questions there are, which limits and options, and what is answered where progress counts that: all
 * that a change of answers may change on the screen.
 */
function outline(form: ResolvedForm, given: Answers): string {
  const { steps, answers } = journey(form, given)
  const isCounted = (id: string) => form.progress === 'percent' && answerTo(id, answers) !== undefined
  const words = (field: ResolvedField) =>
    [
      ...[field.id, field.optional, isCounted(field.id)],
      ...knownLimits(field, answers).map(({ limit }) => limit),
      ...(dependsOnAnswers(field) ? listedOptions(field.schema) : []),
    ].join('=')
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

/** The stars of the fields whose hint they lead to. */
function footnoteMarks(fields: readonly ResolvedField[]): ReadonlyMap<string, string> {
  const noted = fields.filter(
    ({ ui, words }) => words.hint !== undefined && (ui['ui:options'] as { footnote?: boolean } | undefined)?.footnote,
  )
  return new Map(noted.map(({ id }, index) => [id, '*'.repeat(index + 1)]))
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

/**
 * What follows from letters comes after the frame that shows them, or as soon as somebody leaves the control, the form or
 * the page.
 */
function useTyping(element: RefObject<HTMLElement | null>, follow: (control: HTMLInputElement) => void) {
  const latest = useRef(follow)
  const [typing] = useState(() => {
    let control: HTMLInputElement | null = null
    return {
      goOn(typed: HTMLInputElement) {
        if (control === null) requestAnimationFrame(() => setTimeout(typing.settle))
        control = typed
      },
      settle() {
        const typed = control
        control = null
        if (typed?.isConnected) latest.current(typed)
      },
    }
  })
  useLayoutEffect(() => {
    latest.current = follow
  })
  useEffect(() => {
    const left = new AbortController()
    const settling = { capture: true, signal: left.signal }
    element.current?.closest('form')?.addEventListener('submit', typing.settle, settling)
    for (const name of ['popstate', 'pagehide']) addEventListener(name, typing.settle, settling)
    return () => left.abort()
  }, [element, typing])
  return typing
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

/** Who gets the answers, and how they answer. Newsletters say so in their consents. */
function submitNote(
  { submitNote, subscription }: ResolvedForm,
  recipients: Props['recipients'],
  answers: Props['answers'],
  t: Translate,
): string {
  if (recipients === undefined) return ''
  if (submitNote !== undefined) return submitNote.replaceAll('{recipients}', recipients)
  return subscription ? '' : t('submitNote', { recipients }) + (answers ? ` ${t(`offers.${answers}.note`)}` : '')
}

/** Whether a turn is under way, or waits to be tried again. */
type Pressed = 'no' | 'under way' | 'waiting'

interface GoOnButtonProps {
  words: string
  /** What it says while a turn is under way, and before the next try. */
  wait: string
  again: string
  pressed: Pressed | undefined
}

/**
 * The button that goes on. What it says at rest and while it is busy takes its room always (form.css), so that nothing
 * moves when that changes. It stays enabled: a disabled button loses the focus.
 */
function GoOnButton({ words, wait, again, pressed = 'no' }: GoOnButtonProps) {
  const isBusy = pressed === 'under way'
  const said = isBusy ? wait : pressed === 'waiting' ? again : words
  return (
    <button
      type="submit"
      className="lw-button lw-button-on"
      name={control.go}
      value="on"
      aria-disabled={isBusy || undefined}
      data-words={words}
      data-wait={wait}
    >
      <span>{said}</span>
    </button>
  )
}

/** What a summary says of one field; of none where the form does not ask what is complained of. */
interface FieldError {
  field: ResolvedField | null
  message: string
  /** The same for a place below its question; the message where left out. */
  below?: string
}

interface ErrorSummaryProps {
  /** Begins the ids of the form. */
  prefix: string
  errors: readonly FieldError[]
  t: Translate
}

/**
 * All problems of a step at its top, each a link to its field; it takes the focus.
 * @see https://design-system.service.gov.uk/components/error-summary/
 */
function ErrorSummary({ prefix, errors, t }: ErrorSummaryProps) {
  if (errors.length === 0) return null
  return (
    <div
      id={hereId(prefix)}
      className="lw-summary"
      role="alert"
      tabIndex={-1}
      autoFocus
      aria-labelledby={`${prefix}:summary`}
    >
      <h2 id={`${prefix}:summary`}>{t('problemTitle', { count: errors.length })}</h2>
      <ul>
        {errors.map(({ field, message }) => (
          <li key={field?.id ?? message}>{field ? <a href={`#${controlId(prefix, field)}`}>{message}</a> : message}</li>
        ))}
      </ul>
    </div>
  )
}

/** Where a screen is on its route. */
interface Where {
  /** The number of its step, from 1, and how many there are; of its question, where each has a screen. */
  at: number
  count: number
  /** The same of the screens of its step. */
  part: number
  parts: number
}

/** @param at the place of the screen among all screens of the route */
function whereAt({ screens: by }: ResolvedForm, screens: readonly JourneyStep[], at: number): Where {
  if (by === 'questions') return { at: at + 1, count: screens.length, part: 1, parts: 1 }
  const steps = [...new Set(screens.map(({ step }) => step))]
  const step = screens[at]?.step ?? ''
  const own = screens.filter((screen) => screen.step === step)
  return {
    at: steps.indexOf(step) + 1,
    count: steps.length,
    part: at - screens.findIndex((screen) => screen.step === step) + 1,
    parts: own.length,
  }
}

interface StepHeadingProps {
  /** Begins the ids of the form. */
  prefix: string
  form: ResolvedForm
  step: string
  where: Where
  /** Set where progress is told in per cent. */
  progress: Progress | null
  /** Whether it takes the focus, so that a screen reader begins here. */
  focus: boolean
  /** 2 where the page has a heading of its own above. */
  level: 1 | 2
  name: Props['name']
  t: Translate
}

/** Where the visitor is: a slim line, “Step 2 of 3” in words, and the step's title. */
function StepHeading({ prefix, form, step: id, where, progress, focus, level, name, t }: StepHeadingProps) {
  const { at, count, part, parts } = where
  const Heading = `h${level}` as const
  const step = form.steps.find((other) => other.id === id)
  // Said once, where the step begins.
  const description = part > 1 ? undefined : (step?.description ?? (at === 1 ? form.description : undefined))
  const isByQuestion = form.screens === 'questions'
  const percent =
    progress && t(progress.status === 'ready' ? 'percentReady' : 'percent', { value: progress.value / 100 })
  const words = percent ?? t(isByQuestion ? 'progressInQuestions' : 'progress', { at, count })
  const isCounted = count > 1
  return (
    // A form that has the page to itself begins on the brand's ground.
    <div className={level === 1 ? 'lw-head lw-cover' : 'lw-head'}>
      <div className="lw-where">
        {isCounted && (
          <>
            <progress
              className="lw-hidden"
              value={progress?.value ?? at - 1 + part / parts}
              max={progress ? 100 : count}
              aria-label={words}
            />
            <p>{level === 1 && name ? `${name} · ${words}` : words}</p>
          </>
        )}
        <Heading
          id={focus ? hereId(prefix) : undefined}
          className="lw-heading lw-step-heading"
          tabIndex={-1}
          autoFocus={focus}
        >
          {step?.title}
          {parts > 1 && <span className="lw-hidden"> ({t('part', { at: part, count: parts })})</span>}
        </Heading>
        {isCounted && (
          <ol className="lw-segments" aria-hidden>
            {isByQuestion ? (
              // So many segments would be dots.
              <li>
                <progress value={at} max={count + 1} />
              </li>
            ) : (
              Array.from({ length: count }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they are counted, and nothing else
                <li key={index} className={index + 1 < at ? 'lw-segment-done' : undefined}>
                  {index + 1 === at && <progress value={part} max={parts + 1} />}
                </li>
              ))
            )}
          </ol>
        )}
      </div>
      {progress && progress.groups.length > 0 && (
        <p className="lw-hidden">
          {progress.groups.map(({ title, valid }) => t(valid ? 'groupValid' : 'groupOpen', { title })).join('. ')}
        </p>
      )}
      {description !== undefined && (
        <p className={step?.description === undefined ? 'lw-lead lw-lead-form' : 'lw-lead'}>
          <Words text={description} />
        </p>
      )}
    </div>
  )
}
