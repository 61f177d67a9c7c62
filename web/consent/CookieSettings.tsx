import { useTranslation } from 'react-i18next'
import type { PageView } from '#engine/site'
import styles from './CookieSettings.module.css'

/**
 * Opens the cookie settings. The boot script listens, so it works before the page is hydrated. Where there is nothing to
 * choose, or no script runs and so nothing of others is loaded, the list of cookies says what there is to say.
 */
export function CookieSettings({ view: { asks, cookies } }: { view: Pick<PageView, 'asks' | 'cookies'> }) {
  const { t } = useTranslation()
  const list = cookies !== null && <a href={cookies}>{t('cookieSettings')}</a>
  if (asks === null) return list
  return (
    <>
      <button type="button" className={styles.button} data-cookie-settings="">
        {t('cookieSettings')}
      </button>
      <noscript>{list}</noscript>
    </>
  )
}
