import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormState } from '#web/page'
import { connection } from '#web/stores'
import { useShownWait } from '#web/ui'
import { sendingOf } from './sending.ts'

interface Props {
  /** The section that shows the form. */
  section: string
  outcome: FormState['outcome']
  /** Whether it says that there is no connection: one form of a page does. */
  tellsConnection: boolean
}

/**
 * What becomes of the answers, said at the button and, as the form's one live region, aloud: they are on their way, are
 * tried again, or are not sent yet.
 */
export const SendingNotice = observer(function SendingNotice({ section, outcome, tellsConnection }: Props) {
  const { t } = useTranslation()
  const sending = sendingOf(section)
  const element = useRef<HTMLDivElement>(null)
  const { obstacle, isUnderWay } = sending
  const isUnsent = obstacle === null && (outcome === 'unsent' || outcome === 'stopped')

  const isWaiting = obstacle !== null
  useEffect(() => {
    // Long forms end below the screen.
    if (isWaiting) element.current?.scrollIntoView({ block: 'nearest' })
    // Who comes back, or pressed the button that is gone now, goes on from here; who is typing goes on typing.
    else if (isUnsent && !document.activeElement?.matches('input, select, textarea')) element.current?.focus()
  }, [isWaiting, isUnsent])

  const words = obstacle !== null ? t(`waiting.${obstacle}`) : isUnsent ? t('unsent') : ''
  const passing = useShownWait(isUnderWay) ? t('wait') : ''
  const isOffline = tellsConnection && !connection.isOnline
  return (
    <div ref={element} className={words === '' ? 'lw-notice' : 'lw-notice lw-notice-shown'} tabIndex={-1}>
      <p role="status">{words || (isOffline ? t('offline') : passing)}</p>
      {sending.state === 'waiting' && (
        <button type="button" className="lw-link" onClick={() => sending.stop()}>
          {t('stopSending')}
        </button>
      )}
    </div>
  )
})
