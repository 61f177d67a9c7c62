import { observer } from 'mobx-react-lite'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router-dom'
import { mainForm } from '#engine/catalog/portal/form-places.ts'
import { isOfFrame } from '#engine/catalog/portal/frame/frame-forms.ts'
import type { Judges } from '#engine/core/filling/judging/answer-problem.ts'
import { control } from '#engine/core/filling/turn.ts'
import { carrierOf } from '#engine/core/lead/attribution.ts'
import { hereId } from '#engine/react/control-id.ts'
import { StepForm } from '#engine/react/StepForm.tsx'
import type { PageData } from '../../app/page-data.ts'
import { useBrowser } from '../../app/shell.ts'
import { addressAfter } from '../../forms/form-states.ts'
import { isBrief } from '../../forms/is-brief.ts'
import { aroundLater } from '../../forms/later/loaded-later.ts'
import { SendingNotice } from '../../forms/SendingNotice.tsx'
import { sendingOf } from '../../forms/sending.ts'
import { Thanks } from '../../forms/Thanks.tsx'
import { TurnedAway } from '../../forms/TurnedAway.tsx'
import { focusOnArrival } from '../../ui/focus-on-arrival.ts'
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn is on the screen
  useEffect(() => sending.settle(), [sending, turn])
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

  const [fault, setFault] = useState<unknown>()
  if (fault !== undefined) throw fault
  if (!state || !version || !turn) return null
  const { form, hash } = version
  const { outcome, key, isBegun, arrives, ending, attribution = {}, later } = state
  const end = form.ends?.[turn.end ?? '']
  // Who begins the main form has the page's heading no longer.
  const level = isMain && (isBegun || !view.sections.some(({ kind }) => kind === 'hero')) ? 1 : 2
  if (outcome === 'sent')
    return (
      <Thanks
        id={id}
        form={form}
        ending={ending}
        again={addressAfter(view, places, id, null)}
        level={level}
        arrives={arrives}
      />
    )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const submitter = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    // What is for later only a server can do.
    if (!browser || submitter?.name === control.later) return
    event.preventDefault()
    const goesOn = submitter?.value === 'on'
    if (goesOn) sending.now()
    // While answers are on their way the visitor may still go elsewhere in the form, which ends that.
    if (sending.isUnderWay && (goesOn || sending.state === 'idle')) return
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)] as const)
    const go = submitter ? [[submitter.name, submitter.value] as const] : []
    browser.press({ section: id, step: turn.step, entries: [...entries, ...go] }).catch(setFault)
  }
  /** @param offer stands at the buttons too */
  const steps = (offer?: ReactNode) => (
    <StepForm
      key={turnNumber(turn)}
      form={form}
      prefix={id}
      turn={turn}
      arrived={arrives && outcome === 'open' && !later}
      level={level}
      judges={judges}
      onAnswers={(answers) => browser?.typed(id, version, answers)}
      pressed={sending.state === 'waiting' ? 'waiting' : sending.isUnderWay ? 'under way' : 'no'}
      notice={
        <>
          <SendingNotice section={id} outcome={outcome} tellsConnection={isMain || !main} />
          {offer}
        </>
      }
      t={t}
    />
  )
  const Around = isMain && form.goOnLater ? aroundLater() : undefined
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
          <p>{t(setbacks[outcome].text)}</p>
        </div>
      )}
      <form
        method="post"
        data-main={isMain || undefined}
        action={addressAfter(view, places, id, turn.step)}
        onSubmit={submit}
        onFocus={() => setWanted(true)}
        noValidate
      >
        <input type="hidden" name={control.section} value={id} />
        <input type="hidden" name={control.definition} value={hash} />
        <input type="text" className="lw-hidden" name={control.trap} tabIndex={-1} autoComplete="off" aria-hidden />
        {key !== null && <input type="hidden" name={control.key} value={key} />}
        {Object.entries(attribution).map(([parameter, value]) => (
          <input key={parameter} type="hidden" name={carrierOf(parameter)} value={value} />
        ))}
        {end ? (
          <TurnedAway key={turnNumber(turn)} {...{ id, form, turn, end, level, arrives }} />
        ) : Around ? (
          <Around {...{ id, form, state, level, steps }} again={addressAfter(view, places, id, null)} />
        ) : (
          steps()
        )}
      </form>
    </section>
  )
})

/** In the frame a brief form needs no slip around it. */
function looks(id: string, isBrief: boolean): string {
  if (isBrief && isOfFrame(id)) return 'lw-brief'
  return `lw-slip ${shared.inPlace}${isBrief ? ' lw-brief' : ''}`
}

/** What is said above the form when it has changed or has to be sent again. */
const setbacks = {
  changed: { title: 'changedTitle', text: 'changedText' },
  busy: { title: 'refusedTitle', text: 'busyText' },
  unknown: { title: 'unknownTitle', text: 'unknownText' },
  undelivered: { title: 'subscription.errorTitle', text: 'subscription.error' },
} as const

function isSetback(outcome: string): outcome is keyof typeof setbacks {
  return Object.hasOwn(setbacks, outcome)
}

let turns = 0
const numbers = new WeakMap<object, number>()

/** Another turn is another form to React: inputs begin with its answers, and nothing of the last one stays. */
function turnNumber(turn: object): number {
  const known = numbers.get(turn)
  if (known !== undefined) return known
  turns += 1
  numbers.set(turn, turns)
  return turns
}
