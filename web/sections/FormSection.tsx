import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Form, useNavigation, useSubmit } from 'react-router-dom'
import type { Judges } from '#engine/core/problem.ts'
import { control } from '#engine/core/turn.ts'
import { StepForm } from '#engine/react/StepForm.tsx'
import { useBrowser } from '../shell.ts'
import { connection } from '../stores/connection.ts'
import type { SectionProps } from './kinds.ts'
import shared from './section.module.css'
import { Thanks } from './Thanks.tsx'

/** A form, shown step by step. It posts to itself, so it works without JavaScript. */
export const FormSection = observer(function FormSection({ section, view, state }: SectionProps<'form'>) {
  const { t } = useTranslation()
  const browser = useBrowser()
  const submit = useSubmit()
  const element = useRef<HTMLFormElement>(null)
  const { state: navigation } = useNavigation()
  const isSending = navigation === 'submitting'
  // Between two clicks of a double click nothing is drawn, so the second must not ask what is on the screen.
  const isUnderWay = useRef(false)
  useEffect(() => {
    if (navigation === 'idle') isUnderWay.current = false
  }, [navigation])
  const version = state?.version
  const [judges, setJudges] = useState<Judges>()
  useEffect(() => {
    if (version) void browser?.judges(version).then((found) => setJudges(() => found))
  }, [browser, version])

  // What could not leave is sent as soon as there is a connection again.
  const action = `${view.path}?step=${state?.turn.step}`
  const isWaiting = state?.outcome === 'offline'
  const mayRetry = isWaiting && connection.isOnline
  useEffect(() => {
    if (!mayRetry || !element.current) return
    void submit(new FormData(element.current), { method: 'post', action })
  }, [mayRetry, action, submit])

  if (!state || !version) return null
  const { form, hash } = version
  if (state.outcome === 'sent') return <Thanks form={form} ending={state.ending} path={view.path} />
  return (
    <section id={section.id} className={shared.column}>
      {state.outcome === 'changed' && (
        <div className="lw-summary" role="alert" tabIndex={-1} autoFocus>
          <h2>{t('changedTitle')}</h2>
          <p>{t('changedText')}</p>
        </div>
      )}
      {isSetback(state.outcome) && (
        <div className="lw-summary" role="alert" tabIndex={-1} autoFocus>
          <h2>{t(setbacks[state.outcome].title)}</h2>
          <p>{t(setbacks[state.outcome].text)}</p>
        </div>
      )}
      <Form
        ref={element}
        method="post"
        action={action}
        discover="none"
        onSubmit={(event) => {
          if (isUnderWay.current) event.preventDefault()
          isUnderWay.current = true
        }}
        noValidate
        preventScrollReset={state.turn.problems.length > 0}
      >
        <input type="hidden" name={control.definition} value={hash} />
        <input type="text" className="lw-hidden" name={control.trap} tabIndex={-1} autoComplete="off" aria-hidden />
        {state.key !== null && <input type="hidden" name={control.key} value={state.key} />}
        <StepForm
          key={turnNumber(state.turn)}
          form={form}
          turn={state.turn}
          arrived={state.key !== null && state.outcome !== 'changed'}
          level={state.key === null && view.sections.some(({ kind }) => kind === 'hero') ? 2 : 1}
          judges={judges}
          onAnswers={(answers) => browser?.typed(form, answers)}
          t={t}
        />
        <p role="status" className="lw-status">
          {isWaiting || !connection.isOnline ? t('offline') : isSending ? t('wait') : ''}
        </p>
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
