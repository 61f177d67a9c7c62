import { useTranslation } from 'react-i18next'
import type { PageView } from '#engine/site'
import places from './ChatContainer.module.css'
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

/** The place of the chat, which its script fills. It is there with the consent to it, and as high as the page says. */
export function ChatContainer({ chat: { height, text, category } }: { chat: NonNullable<PageView['chat']> }) {
  return (
    <aside className={places.chat} data-needs={category} aria-label={text ?? undefined}>
      {text !== null && <p>{text}</p>}
      <div className={places.room}>
        {/* Keeps the height free: no policy forbids the attribute of a drawing. */}
        <svg width="1" height={height} aria-hidden="true" focusable="false" />
        {/* Its script may fill it before React takes the page over, which then asks nothing of what is within. */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: nothing */}
        <div id="chat" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
      </div>
    </aside>
  )
}
