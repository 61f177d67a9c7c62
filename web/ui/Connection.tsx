import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { progress } from '#web/stores'
import styles from './Connection.module.css'
import { connectionId } from './connection-id.ts'
import progressStyles from './Progress.module.css'

/** A thin bar along the top while something is on its way. Quick waits never show it; a form says itself that it waits. */
export const Progress = observer(function Progress() {
  const { bar } = progress
  if (bar === null) return null
  const className = bar.hasFailed ? `${progressStyles.bar} ${progressStyles.failed}` : progressStyles.bar
  return <progress className={className} max={100} value={bar.percent} aria-hidden />
})

/** Where every page says that it is offline, and online again, aloud too. What it says is the boot script's. */
export function Connection() {
  const { t } = useTranslation()
  return (
    <p
      id={connectionId}
      className={styles.connection}
      aria-live="polite"
      data-offline={t('youAreOffline')}
      data-online={t('onlineAgain')}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing, so that React leaves alone what the boot script says
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  )
}
