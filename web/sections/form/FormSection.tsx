import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Form, useNavigation } from 'react-router-dom'
import type { Judges } from '#engine/core/filling/answer-problem.ts'
import { control } from '#engine/core/filling/turn.ts'
import { StepForm } from '#engine/react/StepForm.tsx'
import { useBrowser } from '../../app/shell.ts'
import { SendingNotice } from '../../forms/SendingNotice.tsx'
import { sending } from '../../forms/sending.ts'
import { Thanks } from '../../forms/Thanks.tsx'
import { focusOnArrival } from '../../ui/focus-on-arrival.ts'
import type { SectionProps } from '../loaded-sections.ts'
import shared from '../section.module.css'

/** A form, shown step by step. It posts to itself, so it works without JavaScript. */
export const FormSection = observer(function FormSection({ section, view, state }: SectionProps<'form'>) {
  const { t } = useTranslation()
  const browser = useBrowser()
  const { state: navigation } = useNavigation()
  // Between two clicks of a double click nothing is drawn, so the second must not ask what is on the screen.
  const isUnderWay = useRef(false)
  // A quick turn may be over before anything was drawn of it: then only its outcome tells.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each outcome is another state
  useEffect(() => {
    if (navigation === 'idle') isUnderWay.current = false
  }, [navigation, state])
  const version = state?.version
  const [judges, setJudges] = useState<Judges>()
  useEffect(() => {
    if (version) void browser?.judges(version).then((found) => setJudges(() => found))
  }, [browser, version])

  // Answers that are no longer sent stay on the screen as they stand, with what was typed meanwhile.
  const [turn, setTurn] = useState(state?.turn)
  if (state && state.outcome !== 'stopped' && state.turn !== turn) setTurn(state.turn)

  if (!state || !version || !turn) return null
  const { form, hash } = version
  const { outcome, key } = state
  if (outcome === 'sent') return <Thanks form={form} ending={state.ending} path={view.path} />
  const pressed = sending.state === 'waiting' ? 'waiting' : navigation === 'submitting' ? 'under way' : 'no'
  return (
    <section id={section.id} className={shared.column}>
      {outcome === 'changed' && (
        <div ref={focusOnArrival} className="lw-summary" role="alert" tabIndex={-1} autoFocus>
          <h2>{t('changedTitle')}</h2>
          <p>{t('changedText')}</p>
        </div>
      )}
      {isSetback(outcome) && (
        <div ref={focusOnArrival} className="lw-summary" role="alert" tabIndex={-1} autoFocus>
          <h2>{t(setbacks[outcome].title)}</h2>
          <p>{t(setbacks[outcome].text)}</p>
        </div>
      )}
      <Form
        method="post"
        action={`${view.path}?step=${turn.step}`}
        discover="none"
        onSubmit={(event) => {
          const { submitter } = event.nativeEvent as SubmitEvent
          const goesOn = (submitter as HTMLButtonElement | null)?.value === 'on'
          // While answers are on their way the visitor may still go elsewhere in the form, which ends that.
          if (isUnderWay.current && (goesOn || sending.state === 'idle')) event.preventDefault()
          if (goesOn) sending.now()
          isUnderWay.current = true
        }}
        noValidate
        preventScrollReset={turn.problems.length > 0}
      >
        <input type="hidden" name={control.definition} value={hash} />
        <input type="text" className="lw-hidden" name={control.trap} tabIndex={-1} autoComplete="off" aria-hidden />
        {key !== null && <input type="hidden" name={control.key} value={key} />}
        <StepForm
          key={turnNumber(turn)}
          form={form}
          prefix={section.id}
          turn={turn}
          arrived={key !== null && outcome === 'open'}
          level={key === null && view.sections.some(({ kind }) => kind === 'hero') ? 2 : 1}
          judges={judges}
          onAnswers={(answers) => browser?.typed(form, answers)}
          pressed={pressed}
          notice={<SendingNotice outcome={outcome} isUnderWay={navigation === 'submitting'} />}
          t={t}
        />
      </Form>
    </section>
  )
})

/** What is said above the form when it has to be sent again. */
const setbacks = {
  busy: { title: 'refusedTitle', text: 'busyText' },
  unknown: { title: 'unknownTitle', text: 'unknownText' },
  undelivered: { title: 'undeliveredTitle', text: 'undeliveredText' },
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
