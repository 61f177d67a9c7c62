import { useTranslation } from 'react-i18next'
import { control } from '#engine/form/journey/turn.ts'
import { linkToken } from '#engine/site/form-places.ts'
import type { Later } from '../../page/page-data.ts'
import { ArrivalHeading } from '../ArrivalHeading.tsx'
import { DeviceMark } from './AroundLater.tsx'
import { LaterField } from './LaterField.tsx'
import { laterControl } from './later-control.ts'

interface Props {
  /** The id of the section. */
  id: string
  level: 1 | 2
  arrives: boolean
}

/** Behind a mailed link: a button, because mail scanners open links, and on another device a question. */
export function OpenByLink({ id, level, arrives, later }: Props & { later: Later & { kind: 'link' } }) {
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
export function GoneLink({ id, level, arrives, again }: Props & { again: string }) {
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
