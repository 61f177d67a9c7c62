import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { mainForm, type PageView } from '#engine/site'
import { latePart, type PageData, promiseBeside } from '#web/page'
import footerStyles from './Footer.module.css'
import styles from './Frame.module.css'

const parts = () => import('./FrameParts.tsx')
const header = latePart(async () => (await parts()).Header, 'header')
const banner = latePart(async () => (await parts()).Banner)
const newsletter = latePart(async () => (await parts()).Newsletter)
const footer = latePart(async () => (await parts()).Footer, 'footer')
const popup = latePart(async () => (await parts()).Popup)
const head = latePart(async () => (await parts()).Head)
const chat = latePart(async () => (await parts()).ChatContainer)
const notice = latePart(async () => (await parts()).TestNotice)
const data = latePart(async () => (await parts()).StructuredData, 'data')

/** What search engines and whoever shares the page are told in its head. */
export const Head = head.Late

/** The place of a chat. */
export const Chat = chat.Late

/** Why no partner gets what was just sent. */
export const TestNotice = notice.Late

/** What search engines read of the page as data. */
export const StructuredData = data.Late

/** Loads the code of what is around a page. */
export async function loadFrame(): Promise<void> {
  await Promise.all([header, banner, newsletter, footer, popup, head, chat, notice, data].map(({ load }) => load()))
}

/** What is the same around a page for all its visitors, by the name of the part. */
export function sharedParts(view: PageView): [name: string, drawn: ReactNode][] {
  const { frame } = view
  return [
    ['header', frame.header && <header.Part view={view} header={frame.header} />],
    ['footer', frame.footer && <footer.Part view={view} footer={frame.footer} />],
    ['data', <data.Part key="data" view={view} />],
  ]
}

interface Props {
  page: PageData
  /** The main form once it is begun: then nothing stands between it and the header. */
  taker: string | null
  children: ReactNode
}

/** Draws any layout around a page. */
export function Frame({ page: { view, forms, acted, results }, taker, children }: Props) {
  const { t } = useTranslation()
  const { frame } = view
  const { layout } = frame
  const stateOf = (section: { id: string }) => forms[section.id] ?? null
  // Four consents at once are too much for a visitor who has just finished a form.
  const isSent = results !== null || forms[mainForm(view)?.id ?? '']?.outcome === 'sent'
  // Without a script what is filled in would be lost with another form that is sent.
  const isFilling = taker !== null && forms[taker]?.outcome !== 'sent'
  return (
    <>
      {frame.header && (
        <a className={styles.skip} href="#main">
          {t('skip')}
        </a>
      )}
      {frame.header && <header.Late view={view} header={frame.header} />}
      <main id="main" className={styles.main} data-layout={layout}>
        {frame.banner && taker === null && !promiseBeside(view) && <banner.Late banner={frame.banner} />}
        {children}
      </main>
      {frame.footer && (
        <footer className={footerStyles.footer}>
          {frame.footer.newsletter && !isFilling && (
            <newsletter.Late
              newsletter={frame.footer.newsletter}
              view={view}
              state={stateOf(frame.footer.newsletter)}
              isFolded={isSent}
            />
          )}
          <footer.Late footer={frame.footer} view={view} />
        </footer>
      )}
      {frame.popup && !isFilling && (
        <popup.Late popup={frame.popup} view={view} state={stateOf(frame.popup)} hasActed={acted === frame.popup.id} />
      )}
    </>
  )
}
