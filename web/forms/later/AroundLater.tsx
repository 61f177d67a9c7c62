import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { everyField } from '#engine/form/journey/repeat.ts'
import { control } from '#engine/form/journey/turn.ts'
import type { ResolvedForm } from '#engine/form/model/form.ts'
import { hereId } from '#engine/react/control-id.ts'
import { HiddenAnswers } from '#engine/react/HiddenAnswers.tsx'
import type { FormState } from '../../page/page-data.ts'
import { safeStorage } from '../../stores/safe-storage.ts'
import { focusOnArrival } from '../../ui/focus-on-arrival.ts'
import styles from '../Thanks.module.css'
import { laterControl } from './later-control.ts'
import { GoneLink, OpenByLink } from './OpenByLink.tsx'
import { SaveForLater } from './SaveForLater.tsx'

/** Where the mark is kept. definitions/cookies/saved-form.json tells visitors of it. */
const name = 'saved-form'

interface Props {
  /** The id of the section. */
  id: string
  form: ResolvedForm
  state: FormState
  level: 1 | 2
  /** Where the form begins anew. */
  again: string
  /** Draws the step, with something more at its buttons. */
  steps: (offer: ReactNode) => ReactNode
}

/** What stands around the steps of a form that can be saved: the button for it, and, once that is pressed, what follows. */
export function AroundLater({ id, form, state: { turn, later, isBegun, arrives }, level, again, steps }: Props) {
  const { t } = useTranslation('later')
  if (later?.kind === 'gone') return <GoneLink {...{ id, level, arrives, again }} />
  if (later?.kind === 'link') return <OpenByLink {...{ id, level, arrives, later }} />
  if (later?.kind === 'address')
    return (
      <>
        <SaveForLater {...{ id, form, later, level, arrives, step: turn.step }} />
        <HiddenAnswers fields={everyField(form, turn.answers)} answers={turn.answers} locale={form.locale} />
      </>
    )
  const offer = isBegun && (
    <p>
      <button type="submit" className="lw-link" name={control.later} value="ask">
        {t('offer')}
      </button>
    </p>
  )
  if (!later) return steps(offer)
  return (
    <div className={styles.thanks}>
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
      <div>{steps(offer)}</div>
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
