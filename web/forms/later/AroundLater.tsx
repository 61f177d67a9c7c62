import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { control, everyField } from '#engine/form/journey'
import type { ResolvedForm } from '#engine/form/model'
import { ErrorMessage, HiddenAnswers, hereId } from '#engine/react'
import { linkToken } from '#engine/site'
import type { FormState, Later } from '#web/page'
import { safeStorage } from '#web/stores'
import { focusOnArrival, LateStyles } from '#web/ui'
import { ArrivalHeading } from '../ArrivalHeading.tsx'
import styles from '../Thanks.module.css'
import own from './AroundLater.module.css'
import { laterControl } from './later-control.ts'

/** Where the mark is kept. definitions/cookies/saved-form.json tells visitors of it. */
const name = 'saved-form'

export interface AroundProps {
  /** The id of the section. */
  id: string
  form: ResolvedForm
  state: FormState
  level: 1 | 2
  /** Where the form begins anew. */
  again: string
  /** Draws the step. */
  steps: () => ReactNode
}

/** What is around the steps of a form that is being saved, or was. */
export function AroundLater({ id, form, state: { turn, later, arrives }, level, again, steps }: AroundProps) {
  const { t } = useTranslation('later')
  if (!later) return steps()
  if (later.kind === 'gone') return <GoneLink {...{ id, level, arrives, again }} />
  if (later.kind === 'link') return <OpenByLink {...{ id, level, arrives, later }} />
  if (later.kind === 'address')
    return (
      <>
        <SaveForLater {...{ id, form, later, level, arrives, step: turn.step }} />
        <HiddenAnswers fields={everyField(form, turn.answers)} answers={turn.answers} locale={form.locale} />
      </>
    )
  return (
    <div className={styles.thanks}>
      <LateStyles />
      <p
        id={hereId(id)}
        ref={arrives ? focusOnArrival : null}
        className={styles.alert}
        role="status"
        tabIndex={-1}
        autoFocus
      >
        <strong>{t(`${later.kind}Title`)}</strong>
        <br />
        {t(`${later.kind}Text`, { address: later.address })}
      </p>
      <div>{steps()}</div>
    </div>
  )
}

/** What a form that can be saved says at its buttons. @param isSaved whether it was a moment ago */
export function LaterOffer({ isSaved }: { isSaved: boolean }) {
  const { t } = useTranslation('later')
  return (
    <>
      <p className={own.offer}>
        <button type="submit" className="lw-link" name={control.later} value="ask">
          {t('offer')}
        </button>
      </p>
      {!isSaved && <LeavingNotice />}
    </>
  )
}

/** How long a visitor must be away, in ms, to see the notice on return. */
const awayFor = 5000

/** Once while the page is open, whatever step it is at. */
let wasSaid = false

/** Offers to save the form, once, when the visitor is about to leave or returns. It blocks nothing. */
function LeavingNotice() {
  const { t } = useTranslation('later')
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const say = () => {
      if (!wasSaid) setShown(true)
      wasSaid = true
    }
    // The pointer leaves for the tabs, the address or the button that closes the window.
    const leave = ({ relatedTarget, clientY }: MouseEvent) => {
      if (relatedTarget === null && clientY <= 0) say()
    }
    let left = 0
    const change = () => {
      if (document.hidden) left = Date.now()
      else if (Date.now() - left > awayFor) say()
    }
    document.addEventListener('mouseout', leave)
    document.addEventListener('visibilitychange', change)
    return () => {
      document.removeEventListener('mouseout', leave)
      document.removeEventListener('visibilitychange', change)
    }
  }, [])
  return (
    <div aria-live="polite">
      {isShown && (
        <div className={own.leaving}>
          <p>{t('leaving')}</p>
          <button type="submit" className="lw-link" name={control.later} value="ask">
            {t('offer')}
          </button>
          <button type="button" className="lw-link" onClick={() => setShown(false)}>
            {t('notNow')}
          </button>
        </div>
      )}
    </div>
  )
}

/** Sends along by what this browser is known again when it opens what it saved. Without JavaScript it is any other. */
export function DeviceMark({ isNew = false }: { isNew?: boolean }) {
  const [mark, setMark] = useState('')
  useEffect(() => {
    const kept = safeStorage('localStorage')
    const random = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))
    const known = kept.getItem(name) ?? (isNew ? random() : '')
    if (isNew) kept.setItem(name, known)
    setMark(known)
  }, [isNew])
  return <input type="hidden" name={laterControl.device} value={mark} />
}

interface SaveForLaterProps {
  /** The id of the section. */
  id: string
  form: ResolvedForm
  later: Later & { kind: 'address' }
  level: 1 | 2
  arrives: boolean
  /** The step to go back to. */
  step: string
}

/** In place of the step: where the link to go on is mailed to. */
function SaveForLater({ id, form, later: { address, problem }, level, arrives, step }: SaveForLaterProps) {
  const { t } = useTranslation('later')
  return (
    <div className="lw-fields">
      <ArrivalHeading {...{ id, level, arrives: arrives && problem === null }}>{t('title')}</ArrivalHeading>
      <p className="lw-lead">{t('text', { count: form.saveAndResume?.days })}</p>
      <LaterField
        id={`${id}-later`}
        name={laterControl.address}
        type="email"
        autoComplete="email"
        value={address}
        label={t('email')}
        problem={problem && t(problem)}
      />
      <DeviceMark isNew />
      <div className="lw-buttons">
        <button type="submit" className="lw-button" name={control.later} value="save">
          {t('send')}
        </button>
        <button type="submit" className="lw-button lw-button-quiet" name={control.go} value={control.to + step}>
          {t('back')}
        </button>
      </div>
    </div>
  )
}

interface OpenByLinkProps {
  /** The id of the section. */
  id: string
  level: 1 | 2
  arrives: boolean
}

/** Behind a mailed link: a button, because mail scanners open links, and on another device a question. */
function OpenByLink({ id, level, arrives, later }: OpenByLinkProps & { later: Later & { kind: 'link' } }) {
  const { t } = useTranslation('later')
  const { token, asks, problem } = later
  const said = problem === 'wrong' ? t(asks === 'name' ? 'wrongName' : 'wrongEmail') : problem && t('away')
  return (
    <div className="lw-fields">
      <ArrivalHeading {...{ id, level, arrives: arrives && problem === null }}>
        {t(asks ? 'askTitle' : 'openTitle')}
      </ArrivalHeading>
      <p className="lw-lead">{t(asks === null ? 'openText' : asks === 'name' ? 'askName' : 'askEmail')}</p>
      {asks && (
        <>
          <LaterField
            id={`${id}-later`}
            name={laterControl.said}
            type={asks === 'name' ? 'text' : 'email'}
            autoComplete={asks === 'name' ? 'family-name' : 'email'}
            value=""
            label={t(asks === 'name' ? 'lastName' : 'email')}
            problem={said}
          />
          <input type="hidden" name={laterControl.asked} value={asks} />
        </>
      )}
      {!asks && said !== null && <p role="alert">{said}</p>}
      <input type="hidden" name={linkToken} value={token} />
      <DeviceMark />
      <div className="lw-buttons">
        <button type="submit" className="lw-button" name={control.later} value="open">
          {t('openButton')}
        </button>
      </div>
    </div>
  )
}

/** Behind a link that is too old, was replaced, or never was one. */
function GoneLink({ id, level, arrives, again }: OpenByLinkProps & { again: string }) {
  const { t } = useTranslation('later')
  return (
    <div className="lw-fields">
      <ArrivalHeading {...{ id, level, arrives }}>{t('goneTitle')}</ArrivalHeading>
      <p className="lw-lead">{t('goneText')}</p>
      <p>
        <a href={again}>{t('again')}</a>
      </p>
    </div>
  )
}

interface LaterFieldProps {
  id: string
  name: string
  type: 'text' | 'email'
  autoComplete: string
  value: string
  label: string
  /** What is wrong with what was sent; null where nothing is. */
  problem: string | null
}

/** The one question of a form for later, which is no question of the form. */
function LaterField({ id, name, type, autoComplete, value, label, problem }: LaterFieldProps) {
  const isWrong = problem !== null
  return (
    <div className={isWrong ? 'lw-field lw-field-wrong' : 'lw-field'}>
      <label className="lw-label" htmlFor={id}>
        {label}
      </label>
      <ErrorMessage id={`${id}-error`} message={problem ?? undefined} />
      <input
        className="lw-input"
        {...{ id, name, type, autoComplete }}
        defaultValue={value}
        maxLength={254}
        autoFocus={isWrong}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
      />
    </div>
  )
}
