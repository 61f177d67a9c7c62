import { useTranslation } from 'react-i18next'
import { control, everyField, type Turn } from '#engine/form/journey'
import type { End, ResolvedForm } from '#engine/form/model'
import { HiddenAnswers, Words } from '#engine/react'
import { ArrivalHeading } from './ArrivalHeading.tsx'
import styles from './Thanks.module.css'

interface Props {
  /** The id of the section. */
  id: string
  form: ResolvedForm
  turn: Turn & { kind: 'show' }
  end: End
  level: 1 | 2
  /** Whether it takes the focus. */
  arrives: boolean
}

/** For whom the form cannot serve: why, what to do instead, and the way back to the answers that say so. */
export function TurnedAway({
  id,
  form,
  turn: { step, answers },
  end: { title, text, link, lead },
  level,
  arrives,
}: Props) {
  const { t } = useTranslation()
  return (
    <div className={styles.thanks}>
      <div className={styles.alert}>
        <ArrivalHeading {...{ id, level, arrives }}>{title}</ArrivalHeading>
        <p className="lw-lead">
          <Words text={text} />
        </p>
      </div>
      <HiddenAnswers fields={everyField(form, answers)} answers={answers} locale={form.locale} />
      <div className="lw-buttons">
        {link && (
          <a className={`lw-button ${styles.onward}`} href={link.to}>
            {link.label}
          </a>
        )}
        <button
          type="submit"
          className={link ? 'lw-button lw-button-quiet' : 'lw-button'}
          name={control.go}
          value={control.to + step}
        >
          {t('changeAnswers')}
        </button>
        {lead && (
          <button type="submit" className="lw-button lw-button-quiet" name={control.go} value={control.past}>
            {t('goOnAnyway')}
          </button>
        )}
      </div>
    </div>
  )
}
