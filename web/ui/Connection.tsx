import { useTranslation } from 'react-i18next'
import styles from './Connection.module.css'
import { connectionId } from './connection-id.ts'

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
