import { observer } from 'mobx-react-lite'
import { type FormEvent, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router-dom'
import { control } from '#engine/form/journey'
import { carrierOf } from '#engine/form/lead'
import type { Answers, End, Judges, ResolvedForm } from '#engine/form/model'
import { hereId, StepForm, Words } from '#engine/react'
import { type FormVersion, isOfFrame, mainForm } from '#engine/site'
import {
  AroundLater,
  ArrivalHeading,
  addressAfter,
  answersCopy,
  endWords,
  FormDrawing,
  filesField,
  formEnd,
  LaterOffer,
  SendingNotice,
  sendingOf,
  type ThanksProps,
  turnNumber,
  useAddressHelp,
} from '#web/forms'
import { type PageData, promiseBeside, useBrowser } from '#web/page'
import { focusOnArrival } from '#web/ui'
import desk from '../desk.module.css'
import type { SectionProps } from '../loaded-sections.ts'
import shared from '../section.module.css'

/** A form, shown step by step. It posts to itself, so it works without JavaScript. */
export const FormSection = observer(function FormSection({ section, view, state }: SectionProps<'form'>) {
  const { t } = useTranslation()
  const browser = useBrowser()
  const { places } = useLoaderData<PageData>()
  const { id } = section
  const main = mainForm(view)
  const isMain = main?.id === id
  const sending = sendingOf(id)
  const turn = state?.turn
  // Before anybody can press a button of it: that would be taken for the press that led here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn is on the screen
  useLayoutEffect(() => sending.settle(), [sending, turn])
  const drawn = turn ? turnNumber(turn) : 0
  const pressed = useRef(drawn)
  const version = state?.version
  const [judges, setJudges] = useState<Judges>()
  // The forms that stand on every page are seen by many and filled in by few.
  const [isWanted, setWanted] = useState(!isOfFrame(id))
  // Who was in it before the app ran is in it already.
  useEffect(() => {
    if (document.getElementById(id)?.contains(document.activeElement)) setWanted(true)
  }, [id])
  useEffect(() => {
    if (version && isWanted) void browser?.judges(version, turn?.step).then((found) => setJudges(() => found))
  }, [browser, version, turn?.step, isWanted])

  const element = useRef<HTMLFormElement>(null)
  const help = useAddressHelp(element, browser, state)
  /** The form with options that were fetched since the page was loaded. */
  const [completed, setCompleted] = useState<FormVersion>()
  /** Fetches the options that answers choose from lists which are too long for the page. */
  const complete = (answers: Answers) => {
    if (browser && version?.form.needs?.includes('groups'))
      void browser.withOptions(version, answers).then(setCompleted)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: for the answers that the step begins with
  useEffect(() => complete(turn?.answers ?? {}), [browser, turn])

  const [fault, setFault] = useState<unknown>()
  if (fault !== undefined) throw fault
  if (!state || !version || !turn) return null
  const { form } = completed?.hash === version.hash ? completed : version
  const { hash } = version
  const { outcome, key, isBegun, arrives, ending, attribution = {}, later } = state
  const end = form.screenOuts?.[turn.end ?? '']
  // Who begins the main form has the page's heading no longer.
  const level = isMain && (isBegun || !view.sections.some(({ kind }) => kind === 'hero')) ? 1 : 2
  const { Thanks, FormClosed } = formEnd()
  if (outcome === 'sent')
    return Thanks ? (
      <Thanks
        {...{ id, form, ending, level, arrives }}
        recipients={section.recipients}
        withdrawBy={section.withdrawBy}
        onward={section.onward}
        Copy={answersCopy()}
      />
    ) : (
      <SentPlainly {...{ id, form, ending, level, arrives }} />
    )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const submitter = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    // What is for later only a server can do, and what was posted before the app came is with it already.
    const isPosted = event.currentTarget.dataset.posted !== undefined
    if (!browser || submitter?.name === control.later || isPosted) return
    event.preventDefault()
    const { value: go = 'on' } = submitter ?? {}
    // Another button ends what is under way: the visitor goes elsewhere in the form.
    if (sending.takes(go)) return
    const element = event.currentTarget
    const entries = () => [
      ...[...new FormData(element)].map(([name, value]) => [name, String(value)] as const),
      [control.go, go] as const,
    ]
    browser.press({ section: id, step: turn.step, go, entries }).catch(setFault)
  }
  /** A double click is one press: its second half is not meant for a step that came meanwhile. */
  const click = (event: MouseEvent) => {
    if (!(event.target instanceof Element && event.target.closest('button'))) return
    if (event.detail > 1 && pressed.current !== drawn) event.preventDefault()
    else pressed.current = drawn
  }
  // Read here, where it is observed: a form that can be saved renders its steps in another component.
  const pressing = sending.state === 'waiting' ? 'waiting' : sending.isUnderWay ? 'under way' : 'no'
  const canBeSaved = isMain && form.saveAndResume !== undefined
  const steps = () => (
    <StepForm
      key={drawn}
      form={form}
      prefix={id}
      turn={turn}
      arrived={arrives && outcome === 'open' && !later}
      level={level}
      name={view.name}
      goal={main && !isMain ? form.submitLabel : undefined}
      judges={judges}
      estimate={state.estimate}
      onAnswers={(answers) => {
        browser?.typed({ page: view.id, section: id }, version, answers)
        complete(answers)
      }}
      pressed={pressing}
      notice={<SendingNotice section={id} outcome={outcome} tellsConnection={isMain || !main} />}
      offer={canBeSaved && isBegun && <LaterOffer isSaved={later !== undefined} />}
      recipients={section.recipients}
      answers={section.answers}
      help={help}
      files={filesField()}
      t={t}
    />
  )
  const { text, figures, note, action, href, drawing } = (isMain && promiseBeside(view)) || {}
  return (
    <section id={id} className={isMain ? shared.column : looks(id, isBrief(form))}>
      {isSetback(outcome) && (
        <div
          id={hereId(id)}
          ref={arrives ? focusOnArrival : null}
          className="lw-summary"
          role="alert"
          tabIndex={-1}
          autoFocus
        >
          <h2>{t(setbacks[outcome].title)}</h2>
          <p>{state.closed ?? t(setbacks[outcome].text)}</p>
          {state.closed && (
            <p>
              <a href={view.path}>{t('loadAgain')}</a>
            </p>
          )}
        </div>
      )}
      <form
        ref={element}
        method="post"
        data-main={isMain || undefined}
        action={addressAfter(view, places, id, turn.step)}
        onSubmit={submit}
        onClickCapture={click}
        onFocus={() => setWanted(true)}
        noValidate
        encType={
          form.steps.find((each) => each.id === turn.step)?.fields.some(({ files }) => files)
            ? 'multipart/form-data'
            : undefined
        }
      >
        <input type="hidden" name={control.section} value={id} />
        <input type="hidden" name={control.definition} value={hash} />
        <input type="text" className="lw-hidden" name={control.honeypot} tabIndex={-1} autoComplete="off" aria-hidden />
        {state.help?.told?.map((each) => (
          <input key={each} type="hidden" name={control.told} value={each} />
        ))}
        {key !== null && <input type="hidden" name={control.key} value={key} />}
        {state.visit !== undefined && <input type="hidden" name={control.visit} value={state.visit} />}
        {state.previous !== undefined && <input type="hidden" name={control.previous} value={state.previous} />}
        {Object.entries(attribution).map(([parameter, value]) => (
          <input key={parameter} type="hidden" name={carrierOf(parameter)} value={value} />
        ))}
        {end && !FormClosed && <SaidPlainly {...{ id, level, arrives, title: end.title, text: end.text }} />}
        {end && FormClosed ? (
          <FormClosed key={drawn} {...{ id, form, turn, end, level, arrives }} />
        ) : canBeSaved && later ? (
          <AroundLater {...{ id, form, state, level, steps }} again={addressAfter(view, places, id, null)} />
        ) : (
          steps()
        )}
      </form>
      {isBegun && drawing && <FormDrawing name={drawing} className={`lw-cover ${desk.drawing}`} isStanding />}
      {/* On a phone a promise with a figure has said no more than that. */}
      {text !== undefined && figures && !isBegun && (
        <p className={`lw-note ${shared.note} ${desk.said}`}>
          <Words text={text} />
        </p>
      )}
      {note !== undefined && !isBegun && (
        <p className={`lw-note ${shared.note}`}>
          <Words text={note} />
        </p>
      )}
      {action && href && !isBegun && (
        <div className={desk.other}>
          {action.lead !== undefined && <h2>{action.lead}</h2>}
          <a className="lw-button lw-button-quiet" href={href}>
            {action.label}
          </a>
        </div>
      )}
    </section>
  )
})

/** That a form was sent, where the code for thanks did not come. */
function SentPlainly({
  id,
  form,
  ending,
  ...heading
}: Omit<ThanksProps, 'recipients' | 'withdrawBy' | 'onward' | 'Copy'>) {
  const { t } = useTranslation()
  return (
    <section id={id} className="lw-slip">
      <SaidPlainly {...{ id, ...heading, ...endWords(form, ending, t) }} />
      {ending?.reference !== undefined && (
        <p>
          {t('thanksReference')} <strong>{ending.reference}</strong>
        </p>
      )}
    </section>
  )
}

function SaidPlainly({
  title,
  text,
  ...heading
}: Pick<ThanksProps, 'id' | 'level' | 'arrives'> & Pick<End, 'title' | 'text'>) {
  return (
    <>
      <ArrivalHeading {...heading}>{title}</ArrivalHeading>
      <p className="lw-lead">
        <Words text={text} />
      </p>
    </>
  )
}

/** In the frame a brief form needs no slip around it. */
function looks(id: string, isBrief: boolean): string {
  if (isBrief && isOfFrame(id)) return 'lw-brief'
  return `lw-slip ${shared.inPlace}${isBrief ? ' lw-brief' : ''}`
}

/** What is said above the form when it has changed or has to be sent again. */
const setbacks = {
  changed: { title: 'changedTitle', text: 'changedText' },
  closed: { title: 'refusedTitle', text: '' },
  busy: { title: 'refusedTitle', text: 'busyText' },
  unknown: { title: 'unknownTitle', text: 'unknownText' },
  undelivered: { title: 'subscription.errorTitle', text: 'subscription.error' },
} as const

function isSetback(outcome: string): outcome is keyof typeof setbacks {
  return Object.hasOwn(setbacks, outcome)
}

/** Whether a form asks one question and its consents, so that little room is enough for it. */
function isBrief({ steps: [step, ...more] }: ResolvedForm): boolean {
  const questions = step?.fields.filter(({ kind }) => kind !== 'consent') ?? []
  return more.length === 0 && questions.length === 1 && !step?.repeat
}
