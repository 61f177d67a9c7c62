import type { PageView } from '#engine/site'
import styles from './ChatContainer.module.css'

/** The place of the chat, which its script fills. It is there with the consent to it, and as high as the page says. */
export function ChatContainer({ chat: { height, text, category } }: { chat: NonNullable<PageView['chat']> }) {
  return (
    <aside className={styles.chat} data-needs={category} aria-label={text ?? undefined}>
      {text !== null && <p>{text}</p>}
      <div className={styles.room}>
        {/* Keeps the height free: no policy forbids the attribute of a drawing. */}
        <svg width="1" height={height} aria-hidden="true" focusable="false" />
        {/* Its script may fill it before React takes the page over, which then asks nothing of what is within. */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: nothing */}
        <div id="chat" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
      </div>
    </aside>
  )
}
