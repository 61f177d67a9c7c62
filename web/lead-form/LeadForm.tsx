import { type FormEvent, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { judgesOf } from '#engine/form/interpret'
import {
  alertOf,
  control,
  type Ending,
  endingOf,
  everyField,
  firstTurn,
  problemsNamed,
  stepOfProblems,
  type Turn,
  turn as turnOf,
} from '#engine/form/journey'
import { nestAnswers } from '#engine/form/lead'
import type { AnswerProblem, Answers, ResolvedForm } from '#engine/form/model'
import type { FormDefinition, FormOptions } from '#engine/form/standalone'
import { dayIn } from '#engine/form/values'
import { HiddenAnswers, StepForm, Words } from '#engine/react'
import type { Problem } from '#schemas/generated/api/problem.ts'
import type { Submission } from '#schemas/generated/api/submission.ts'
import { fetchFormats, onDay } from '#web/shims'
import { loadedForm } from './load-form.ts'

/**
 * What a form is made of, and who gets its answers.
 * @public
 */
export interface LeadFormProps {
  /** The form's id: the server knows it by this. */
  id: string
  /** The definition as it is written, or what `resolve` of `leadwright/form` made of it: then no code for that is loaded. */
  definition: FormDefinition | ResolvedForm
  /** en, es, de, fr, it or nl. */
  locale: string
  /** Where visitors are. The language's own when left out: German is answered in Germany. */
  market?: FormOptions['market']
  /** What the definition refers to, by id, in the same language. */
  groups?: FormOptions['groups']
  lists?: FormOptions['lists']
  consents?: FormOptions['consents']
  /** Answers that it begins with, by field. */
  answers?: Answers
  /**
   * Sends a body that `POST /api/v1/submissions` takes, and whose answers are valid. Return the reply: what it refuses is
   * said at its question. Where nothing is returned, the answers have arrived; where it throws, they are kept.
   * @param key - the same for every attempt of one filling: the header Idempotency-Key
   */
  onSubmit: (submission: Submission, key: string) => Promise<Response | undefined | undefined>
  /** What is shown while its words are loaded. */
  fallback?: ReactNode
}

/**
 * A form that is being filled in.
 * @public
 */
export interface LeadFormState {
  form: ResolvedForm
  /** The id of the step that is shown. */
  step: string
  /** What was answered in the steps before. */
  answers: Answers
  /** What is wrong in the step. */
  problems: readonly AnswerProblem[]
  /** `unsent`: it is not known whether the answers have arrived. */
  status: 'open' | 'sending' | 'unsent' | 'sent'
  /** How it ended, once it is sent: in words of the form. */
  thanks: { title: string; text: string } | null
  /** For the form element around LeadFormStep or controls of your own: goes on, back or sends, as the button says. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** What LeadFormStep draws. */
  inner: object
}

/** What LeadFormStep draws. */
interface Inner {
  turn: Turn & { kind: 'show' }
  /** How many steps were shown: controls begin anew with each. */
  turns: number
  t: ReturnType<typeof loadedForm>['t']
}

/**
 * The state of a form, to draw it yourself. While its words are loaded the component suspends, so put a `<Suspense>` around
 * it.
 * @public
 */
export function useLeadForm(props: LeadFormProps): LeadFormState {
  const { form: whole, t } = loadedForm(props)
  const today = dayIn(Date.now(), whole.market.timeZone)
  const form = useMemo(() => onDay(whole, today), [whole, today])
  const [shown, setShown] = useState(() => ({ turn: firstTurn(form, props.answers), turns: 0 }))
  const [status, setStatus] = useState<LeadFormState['status']>('open')
  const [ending, setEnding] = useState<Ending>()
  const filling = useRef({ key: '', began: 0 })
  useEffect(() => {
    filling.current = { key: crypto.randomUUID(), began: Date.now() }
    fetchFormats(form.steps).catch(() => {})
  }, [form])

  const { turn } = shown
  const show = (next: Turn & { kind: 'show' }) => setShown(({ turns }) => ({ turn: next, turns: turns + 1 }))
  const send = async (answers: Answers, honeypot: string) => {
    setStatus('sending')
    const { key, began } = filling.current
    const submission: Submission = {
      form: form.id,
      locale: form.locale,
      answers: nestAnswers(form, answers),
      context: { timeOnPageMs: Date.now() - began, ...(honeypot !== '' && { honeypot }) },
    }
    try {
      const reply = await props.onSubmit(submission, key)
      if (!reply || reply.ok) {
        setEnding(endingOf(form, answers))
        setStatus('sent')
        return
      }
      const { errors = [] } = (await reply.json()) as Problem
      const problems = problemsNamed(errors)
      setStatus(problems.length > 0 ? 'open' : 'unsent')
      const step = stepOfProblems(form, answers, problems, turn.step)
      if (problems.length > 0) show({ kind: 'show', step, answers, problems, revealed: null })
    } catch {
      setStatus('unsent')
    }
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (status === 'sending') return
    const { submitter } = event.nativeEvent as SubmitEvent
    const { value: go = 'on' } = (submitter as HTMLButtonElement | null) ?? {}
    const typed = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)] as const)
    const next = turnOf(form, turn.step, [...typed, [control.go, go]], judgesOf(form, today))
    setStatus('open')
    if (next.kind === 'restart') show(firstTurn(form, props.answers))
    else if (next.kind === 'show') show(next)
    else void send(next.answers, typed.find(([name]) => name === control.honeypot)?.[1] ?? '')
  }
  const said = alertOf(form.thankYou, ending) ?? form.thankYou
  return {
    form,
    step: turn.step,
    answers: turn.answers,
    problems: turn.problems,
    status,
    thanks: ending ? { title: said?.title ?? t('thanksTitle'), text: said?.text ?? t('thanksText') } : null,
    onSubmit,
    inner: { ...shown, t },
  }
}

/**
 * A form, shown step by step, in the look of `leadwright/react/style.css`.
 * @public
 */
export function LeadForm(props: LeadFormProps): ReactNode {
  return (
    <Suspense fallback={props.fallback}>
      <Filled key={`${props.id} ${props.locale}`} {...props} />
    </Suspense>
  )
}

function Filled(props: LeadFormProps) {
  const state = useLeadForm(props)
  if (state.thanks)
    return (
      <div className="lw-form">
        <h2 ref={focus} className="lw-heading" tabIndex={-1}>
          {state.thanks.title}
        </h2>
        <p className="lw-lead">
          <Words text={state.thanks.text} />
        </p>
      </div>
    )
  return (
    <form className="lw-form" onSubmit={state.onSubmit} noValidate>
      <LeadFormStep state={state} />
    </form>
  )
}

function focus(element: HTMLElement | null): void {
  element?.focus()
}

/**
 * The step of a form that is shown: heading, problems, questions and buttons. Put it into a form element with the state's `onSubmit`.
 * @public
 */
export function LeadFormStep({ state }: { state: LeadFormState }): ReactNode {
  const { form, status } = state
  const { turn, turns, t } = state.inner as Inner
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is judged is the form as it is today
  const judges = useMemo(() => judgesOf(form, dayIn(Date.now(), form.market.timeZone)), [form, turns])
  const end = form.screenOuts?.[turn.end ?? '']
  return (
    <>
      <input type="text" className="lw-hidden" name={control.honeypot} tabIndex={-1} autoComplete="off" aria-hidden />
      {end ? (
        <Closed key={turns} {...{ form, turn, end, t }} />
      ) : (
        <StepForm
          key={turns}
          form={form}
          prefix={form.id}
          turn={turn}
          arrived={turns > 0}
          level={2}
          judges={judges}
          pressed={status === 'sending' ? 'under way' : 'no'}
          notice={
            <p className={status === 'unsent' ? 'lw-notice lw-notice-shown' : 'lw-notice'} role="status">
              {status === 'unsent' ? t('unsent') : ''}
            </p>
          }
          t={t}
        />
      )}
    </>
  )
}

interface ClosedProps {
  form: ResolvedForm
  turn: Turn & { kind: 'show' }
  end: NonNullable<ResolvedForm['screenOuts']>[string]
  t: Inner['t']
}

/** Where the form cannot serve: why, and the way back to the answers that say so. */
function Closed({ form, turn: { step, answers }, end: { title, text, link, lead }, t }: ClosedProps) {
  return (
    <>
      <h2 ref={focus} className="lw-heading" tabIndex={-1}>
        {title}
      </h2>
      <p className="lw-lead">
        <Words text={text} />
      </p>
      <HiddenAnswers fields={everyField(form, answers)} answers={answers} locale={form.locale} />
      <div className="lw-buttons">
        {link?.to !== undefined && (
          <a className="lw-button" href={link.to}>
            {link.label}
          </a>
        )}
        <button type="submit" className="lw-button lw-button-quiet" name={control.go} value={control.to + step}>
          {t('changeAnswers')}
        </button>
        {lead && (
          <button type="submit" className="lw-button lw-button-quiet" name={control.go} value={control.past}>
            {t('goOnAnyway')}
          </button>
        )}
      </div>
    </>
  )
}
