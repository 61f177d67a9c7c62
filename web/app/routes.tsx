import { observer } from 'mobx-react-lite'
import { useEffect, useMemo, useRef } from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'
import {
  data,
  type LoaderFunctionArgs,
  type RouteObject,
  ScrollRestoration,
  useLoaderData,
  useLocation,
  useNavigate,
  useNavigation,
  useRevalidator,
} from 'react-router-dom'
import { formSections, isSent, mainForm, type PageHost, type PageView, placesIn, translator } from '#engine/site'
import { tell } from '#web/consent'
import { loadFormParts, loadSending, pageData, takenBy, unreached } from '#web/forms'
import { isReachable } from '#web/http'
import { Chat, Frame, loadFrame, TestNotice } from '#web/layout'
import { type PageData, UnknownPart } from '#web/page'
import { loadSections, Sections } from '#web/sections'
import { fetchParts } from '#web/shims'
import { root } from '#web/stores'
import { focusHeading, showPlace } from '#web/ui'
import { Document } from './Document.tsx'
import styles from './faults/Offline.module.css'

/** Says over the page that was kept that another one could not be loaded, and offers to try again. */
const Offline = observer(function Offline() {
  return unreached.kept === null ? null : <Offer key={unreached.misses} kept={unreached.kept} />
})

/** What may keep a visitor from a page, by the name that pages call it. */
const known: ReadonlySet<string> = new Set<PageView['guards'][number]>(['country', 'popup'])

/**
 * One splat route: definitions change under the running site, so no table of routes is built in. It is the same on
 * the server and in the browser; only who answers its questions differs.
 * @param hostOf finds that host in the context of a request
 */
export function routes(hostOf: (context: unknown) => PageHost) {
  return [
    {
      id: 'page',
      path: '*',
      async loader({ request, context }: LoaderFunctionArgs) {
        const { page, status } = await loadPage(new URL(request.url), hostOf(context))
        return data(page, status)
      },
      element: <Page />,
    },
  ] satisfies [RouteObject]
}

/** The pages whose code is all here. */
const loaded = new WeakSet<PageView>()

/** The page of the document, while its main form is answered and all else of it may be still to come. */
let atWork: PageView | null = null

/**
 * Loads the code a page is drawn with, so that it renders in one go.
 * @param ends whether a form may be at its end
 * @throws UnknownPart where this code is older than the page
 */
export async function loadParts(view: PageView, ends = true): Promise<void> {
  if (loaded.has(view)) return
  knowGuards(view)
  const forms = formSections(view)
  await Promise.all([
    loadFrame(),
    loadSections([...view.sections, ...forms]),
    loadFormParts(view, ends),
    ends && forms.length > 0 ? loadSending() : null,
    fetchParts(forms.map(({ form }) => form)),
  ])
  if (ends) loaded.add(view)
}

/**
 * Loads the code that a page's main form is answered with; all else of the page waits (web/page/late-part.tsx).
 * @param forms the forms as they were begun, up to the steps that are drawn
 * @param goOn whether one of them goes on
 * @throws UnknownPart where this code is older than the page
 */
export async function loadForms(view: PageView, forms: Parameters<typeof fetchParts>[0], goOn: boolean): Promise<void> {
  knowGuards(view)
  atWork = view
  await Promise.all([loadSections(formSections(view)), loadFormParts(view, goOn), fetchParts(forms)])
}

/** The page at an address, once the code is here that it is drawn with. */
export async function loadPage({ pathname, search, searchParams }: URL, host: PageHost) {
  const { view, status, results } = await host.page(pathname, searchParams)
  const isAtEnd = placesIn(view, searchParams).some(isSent)
  // What is around a form that is being answered is on the screen already.
  const isAtWork = view === atWork
  // What sends the last step is here before that is shown.
  if (isAtWork) await loadSending().catch(() => {})
  await (isAtWork
    ? loadForms(
        view,
        formSections(view).map(({ form }) => form),
        isAtEnd,
      )
    : loadParts(view, isAtEnd)
  ).catch(async (error) => {
    // What was sent is said in plain words where the code for thanks is lost with the connection.
    if (!isAtEnd || (await isReachable(pathname + search))) throw error
  })
  // What a form may end with before it is sent has plain words too.
  if (!isAtEnd && !isAtWork) await loadParts(view).catch(() => {})
  if (!isAtWork) atWork = null
  return { page: pageData(view, host, searchParams, results), status }
}

/** @throws UnknownPart where a page of a newer server names a guard that this client lacks */
function knowGuards({ guards }: Pick<PageView, 'guards'>): void {
  for (const guard of guards) if (!known.has(guard)) throw new UnknownPart('guard', guard)
}

/** Says when the router has shown another page. The first one needs no word: who listens knows where it began. */
function PageViews() {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (pathname !== last.current) tell('leadwright:page', null)
    last.current = pathname
  }, [pathname])
  return null
}

/** The whole document of any page: its frame around its sections. */
function Page() {
  const page = useLoaderData<PageData>()
  const { view, forms, acted, test, results } = page
  const words = useMemo(() => translator(view.locale, view.words), [view])
  const taker = takenBy(page)
  useEffect(() => root.show(view), [view])
  // Another page, or the main form's first screen again: steps and thanks take the focus themselves.
  const place = taker === null ? view.path : ''
  const lastPlace = useRef(place)
  const { hash } = useLocation()
  useEffect(() => {
    if (place !== '' && place !== lastPlace.current && !showPlace(hash)) focusHeading()
    lastPlace.current = place
  }, [place, hash])
  return (
    <I18nextProvider i18n={words}>
      <Document view={view} state={forms[acted ?? mainForm(view)?.id ?? ''] ?? null} results={results}>
        <ScrollRestoration />
        <PageViews />
        <Frame page={page} taker={taker}>
          <Sections page={page} taker={taker} />
          {view.chat && <Chat chat={view.chat} />}
          {test && <TestNotice test={test} />}
        </Frame>
        <Offline />
      </Document>
    </I18nextProvider>
  )
}

function Offer({ kept }: { kept: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { revalidate, state } = useRevalidator()
  const isIdle = useNavigation().state === 'idle' && state === 'idle'
  const element = useRef<HTMLElement>(null)
  const { key } = useLocation()
  const data = useLoaderData()
  // Going to a new address scrolls to the top, and a step that is drawn anew takes the focus: this comes after both.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever either is the case
  useEffect(() => {
    scrollTo(0, unreached.scrolled)
    element.current?.focus({ preventScroll: true })
  }, [key, data])
  const stay = () => {
    void navigate(kept, { replace: true, preventScrollReset: true })
    focusHeading()
  }
  return (
    <section ref={element} className={styles.unreached} role="alert" tabIndex={-1} aria-labelledby="unreached">
      <h2 id="unreached">{t('unreachedTitle')}</h2>
      <p>{t('unreachedText')}</p>
      <div className={styles.choices}>
        <button type="button" className="lw-button" aria-disabled={!isIdle} onClick={() => void revalidate()}>
          {t('tryAgain')}
        </button>
        <button type="button" className="lw-button lw-button-quiet" onClick={stay}>
          {t('stay')}
        </button>
      </div>
    </section>
  )
}
