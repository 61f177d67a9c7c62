import { useTranslation } from 'react-i18next'
import { control } from '#engine/form/journey/turn.ts'
import type { ResolvedForm } from '#engine/form/model/form.ts'
import type { Later } from '../../page/page-data.ts'
import { ArrivalHeading } from '../ArrivalHeading.tsx'
import { DeviceMark } from './AroundLater.tsx'
import { LaterField } from './LaterField.tsx'
import { laterControl } from './later-control.ts'

interface Props {
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
export function SaveForLater({ id, form, later: { address, problem }, level, arrives, step }: Props) {
  const { t } = useTranslation('later')
  return (
    <div className="lw-fields">
      <ArrivalHeading {...{ id, level, arrives: arrives && problem === null }}>{t('title')}</ArrivalHeading>
      <p className="lw-lead">{t('text', { count: form.goOnLater?.days })}</p>
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
