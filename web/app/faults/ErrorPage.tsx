import { useEffect } from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { isRouteErrorResponse, useRouteError } from 'react-router-dom'
import { type PageView, translator } from '#engine/site'
import { report } from '#web/http'
import { Header } from '#web/layout'
import { homeOf, UnknownPart } from '#web/page'
import { focusOnArrival } from '#web/ui'
import frame from '../../layout/Frame.module.css'
import { Document } from '../Document.tsx'
import styles from './ErrorPage.module.css'

/** In place of a page that cannot be drawn, which is a mistake of ours: that nothing typed is lost, and a way on. */
export function ErrorPage({ viewAtHand }: { viewAtHand: () => PageView }) {
  const view = viewAtHand()
  const error = useRouteError()
  useEffect(() => report('page', error), [error])
  return (
    <I18nextProvider i18n={translator(view.locale, view.words)}>
      <Document view={view} state={null}>
        {!view.embed && <Header view={view} header={onlyMark} />}
        <Apology error={error} view={view} />
      </Document>
    </I18nextProvider>
  )
}

/** Nothing that could be what is broken. */
const onlyMark = { home: null, partner: null, tagline: null, named: null, badge: null, menu: null, languages: null }

function Apology({ error, view }: { error: unknown; view: PageView }) {
  const { t } = useTranslation()
  const { embed } = view
  const { status, isUnknownPart } = faultOf(error)
  const code = t('errorStatus', { status })
  return (
    <main id="main" className={`${frame.main} ${styles.apology}`} data-layout={view.frame.layout}>
      <h1 ref={focusOnArrival} className="lw-heading" tabIndex={-1}>
        {t(embed ? 'errorPages:frame.broken.title' : 'brokenTitle')}
      </h1>
      <p className="lw-lead">{t(embed ? 'errorPages:frame.broken.text' : 'brokenText')}</p>
      <p className={styles.code}>{isUnknownPart ? t('item', { item: code, message: t('unknownMiddleware') }) : code}</p>
      <button type="button" className="lw-button" onClick={() => location.reload()}>
        {t(embed ? 'errorPages:frame.again' : 'loadAgain')}
      </button>
      <p>
        {embed ? (
          <a href={embed.own} target="_blank" rel="noopener">
            {t('errorPages:frame.elsewhere')}
          </a>
        ) : (
          <a href={homeOf(view)}>{t('toHome')}</a>
        )}
      </p>
    </main>
  )
}

/** What the error screen says of an error. */
interface Fault {
  /** As of an HTTP answer; 500 unless the error says another. */
  status: number
  /** Whether the page needs newer code than this. */
  isUnknownPart: boolean
}

export function faultOf(error: unknown): Fault {
  const isUnknownPart = error instanceof UnknownPart
  return { status: isRouteErrorResponse(error) ? error.status : 500, isUnknownPart }
}
