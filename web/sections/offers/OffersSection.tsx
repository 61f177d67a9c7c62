import { Fragment, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { type AnswersCopy, control } from '#engine/form/journey'
import { Words } from '#engine/react'
import { goneResults, linkToken, type OfferView, type PageView, pressed, type ResultsView } from '#engine/site'
import { loadCopy } from '#web/forms'
import { homeOf, resultsTitle } from '#web/page'
import { safeStorage } from '#web/stores'
import { LateStyles } from '#web/ui'
import type { SectionProps } from '../loaded-sections.ts'
import { isMainTitle, SectionFrame, SectionTitle } from '../SectionFrame.tsx'
import shared from '../section.module.css'
import { Comparison } from './Comparison.tsx'
import { keepInPlace, type Places, placesOf } from './keep-in-place.ts'
import { begun, type Followed, follow, type Live, newsOf, received } from './live-offers.ts'
import cardStyles from './OfferCard.module.css'
import { OfferCard } from './OfferCard.tsx'
import { OfferControls } from './OfferControls.tsx'
import styles from './OffersSection.module.css'
import {
  type Choices,
  choicesOf,
  isOverAYear,
  listed,
  lowestOf,
  mostCompared,
  parameters,
  queryOf,
  reasonsOf,
} from './offer-list.ts'
import { type OfferWords, type Rows, rowsOf, useOfferWords } from './offer-words.ts'

/** The offers that partners answered a visitor's form with, as they arrive. */
export function OffersSection({ section, view, results = null }: SectionProps<'offers'>) {
  if (!results) return null
  if (results === goneResults) return <Gone section={section} view={view} />
  return <Offers key={results.token} section={section} page={view} results={results} />
}

function Gone({ section, view }: Pick<SectionProps<'offers'>, 'section' | 'view'>) {
  const { t } = useTranslation('offers')
  return (
    <SectionFrame section={section} view={view}>
      <LateStyles />
      <p className="lw-lead">{t('gone')}</p>
      <p>{t('goneText')}</p>
      <p>
        <a className={`lw-button lw-button-quiet ${styles.onward}`} href={homeOf(view)}>
          {t('chrome:toHome')}
        </a>
      </p>
    </SectionFrame>
  )
}

interface OffersProps {
  section: SectionProps<'offers'>['section']
  page: PageView
  results: ResultsView
}

function Offers({ section, page, results }: OffersProps) {
  const { live, list, ask, putIn } = useLiveOffers(results, page)
  // What may still come has its place from the start, and keeps it.
  const [isWaited] = useState(results.leftMs > 0)
  // Nothing within an offer moves before that is asked for.
  const [isSettled, setSettled] = useState(!isWaited)
  const [first, setFirst] = useState<readonly OfferView[]>(results.offers)
  const words = useOfferWords(results, page.locale)
  const { query, form, apply, clear } = useChoices(results, page)
  if (live === goneResults) return <Gone section={section} view={page} />
  const { view, shown } = live
  if (first.length === 0 && shown.length > 0) setFirst(shown)
  const heading = isMainTitle(page, section.id) ? 'h2' : 'h3'
  const choices = choicesOf(query, view.shows)
  return (
    <section id={section.id} className={`${shared.frame} ${styles.offers}`} data-live>
      <LateStyles />
      <SectionTitle section={section} view={page} />
      <Progress view={view} isWaited={isWaited} path={page.path} />
      <div className={styles.main}>
        <div ref={list} className={isWaited ? styles.waited : undefined}>
          {shown.length > 0 ? (
            <List
              {...{ view, shown, page, heading, choices, words, form, apply, clear, ask }}
              others={isSettled ? shown : first}
              isSettled={isSettled}
              putIn={() => {
                putIn()
                setSettled(true)
              }}
              missing={query.get(parameters.missing)}
              news={newsOf(live)}
            />
          ) : (
            <Nothing view={view} heading={heading} />
          )}
        </div>
      </div>
      <div className={styles.after}>
        <Asked view={view} heading={heading} isWaited={isWaited} />
        {/* While an offer may come it says the same as with one, so that it does not move then. */}
        <Next view={view} heading={heading} words={words} hasOffers={shown.length > 0 || view.leftMs > 0} />
      </div>
    </section>
  )
}

/** The offers as they are by now, and what the visitor does with those that have come. */
function useLiveOffers(results: ResultsView, { locale, brand }: PageView) {
  const { t } = useTranslation('offers')
  const [live, setLive] = useState<Live | typeof goneResults>(() => begun(results))
  const list = useRef<HTMLDivElement>(null)
  const following = useRef<Followed>(null)
  const first = useRef(results)
  const before = useRef<Places>(new Map())
  useEffect(() => {
    const followed = follow(first.current, locale, (view) => {
      before.current = placesOf(list.current)
      setLive((live) => (view === goneResults || live === goneResults ? goneResults : received(live, view)))
    })
    const onReturn = () => document.visibilityState === 'visible' && followed.ask()
    document.addEventListener('visibilitychange', onReturn)
    following.current = followed
    return () => {
      document.removeEventListener('visibilitychange', onReturn)
      followed.stop()
    }
  }, [locale])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else is on the screen
  useLayoutEffect(() => {
    keepInPlace(before.current)
    before.current = new Map()
  }, [live])
  useEffect(() => {
    if (live !== goneResults) document.title = resultsTitle(t, live.view, brand)
  }, [live, t, brand])
  return {
    live,
    list,
    /** Asks for what comes of a press. */
    ask: () => void setTimeout(() => following.current?.ask(), 1500),
    putIn: () => setLive((live) => (live === goneResults ? live : begun(live.view))),
  }
}

interface ViewProps {
  view: ResultsView
  heading: 'h2' | 'h3'
}

/** How many have answered, in a line; as long as the page was waited on, how long that takes too. */
function Progress({
  view: { asked, waitMs, leftMs, offers },
  isWaited,
  path,
}: Pick<ViewProps, 'view'> & { isWaited: boolean; path: string }) {
  const { t } = useTranslation('offers')
  if (asked.length === 0) return null
  const answered = asked.filter(({ state }) => state === 'answered' || state === 'declined').length
  const wait = leftMs > 0 ? 'wait' : answered === asked.length ? 'allAnswered' : 'waitOver'
  return (
    <div className={styles.progress}>
      <p id="offers-progress" role="status">
        {t('progress', { answered, count: asked.length })}
        {offers.length > 0 && <span className="lw-hidden">{` – ${t('count', { count: offers.length })}`}</span>}
      </p>
      {isWaited && <progress aria-labelledby="offers-progress" max={asked.length} value={answered} />}
      {isWaited && (
        <p className={styles.wait}>
          {t(wait, { count: Math.round(waitMs / 1000) })}
          {leftMs > 0 && (
            <noscript>
              {' '}
              <a href={path}>{t('refresh')}</a>
            </noscript>
          )}
        </p>
      )}
    </div>
  )
}

/** Who was asked, and how far each is. */
function Asked({ view: { asked, leftMs }, heading: Heading, isWaited }: ViewProps & { isWaited: boolean }) {
  const { t } = useTranslation('offers')
  if (asked.length === 0) return null
  const isLate = !isWaited && leftMs === 0 && asked.some(({ state }) => state === 'asked' || state === 'late')
  return (
    <div className={styles.asked}>
      <Heading>{t('asked')}</Heading>
      <ul>
        {asked.map(({ name, state }) => (
          <li key={name} data-state={state}>
            <b>{name}</b> <span>{t(`states.${state}`)}</span>
          </li>
        ))}
      </ul>
      {isLate && <p className={styles.wait}>{t('waitOver')}</p>}
    </div>
  )
}

interface ListProps extends ViewProps {
  shown: readonly OfferView[]
  /** What offers are compared with. */
  others: readonly OfferView[]
  /** Whether those are all that are shown. */
  isSettled: boolean
  page: PageView
  choices: Choices
  words: OfferWords
  /** The offer that was chosen without its consent. */
  missing: string | null
  /** How many have come that are not on the screen. */
  news: number
  form: RefObject<HTMLFormElement | null>
  apply: () => void
  clear: (event: { preventDefault: () => void }) => void
  ask: () => void
  putIn: () => void
}

function List({
  view,
  shown,
  others,
  isSettled,
  page,
  heading: Heading,
  choices,
  words,
  missing,
  news,
  ...does
}: ListProps) {
  const { t } = useTranslation('offers')
  const { form, apply, clear, ask, putIn } = does
  const count = useRef<HTMLHeadingElement>(null)
  const offers = listed(shown, choices)
  const compared = listed(shown, { ...choices, excess: null, term: null, benefits: [] }).filter(({ key }) =>
    choices.compared.includes(key),
  )
  const target = missing ?? shown.findLast(({ isChosen }) => isChosen)?.key
  const isComparable = shown.length > 1
  const card = Heading === 'h2' ? 'h3' : 'h4'
  const rule = choices.sort === 'price' && isOverAYear(shown) ? 'priceOfYear' : choices.sort
  const isByYear = isOverAYear(others)
  const lowest = lowestOf(shown, view.shows)
  const reasons = reasonsOf(shown)
  const isCompared = isSettled && isComparable
  const rows = rowsOf(others, view.shows, words)
  const cheapest = isSettled ? shown.find(({ key }) => lowest.includes(key)) : undefined
  const from = cheapest && words.says(cheapest, view.shows.sort[0] === 'rate' ? 'rate' : 'price')[0]?.text
  const lowestBy = view.shows.sort[0] === 'rate' ? 'lowest.rate' : 'lowest.price'
  const showNews = () => {
    putIn()
    count.current?.focus({ preventScroll: true })
    count.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <>
      <Heading ref={count} className={styles.count} tabIndex={-1}>
        {offers.length < shown.length
          ? t('countOf', { shown: offers.length, count: shown.length })
          : from === undefined
            ? t('count', { count: shown.length })
            : t('countFrom', { count: shown.length, from })}
      </Heading>
      <p className={styles.rule}>{`${t(`rules.${rule}`)} ${t('rulePay')}`}</p>
      <div role="status" className={styles.news}>
        {news > 0 && (
          <button type="button" className="lw-button" onClick={showNews}>
            {t('news', { count: news })}
          </button>
        )}
      </div>
      <OfferControls
        id={controlsId}
        {...{ form, page, choices, words }}
        offers={shown}
        shows={view.shows}
        onChange={apply}
      />
      {offers.length === 0 && (
        <p className={styles.none}>
          {t('noneFits')}{' '}
          <a href={page.path} onClick={clear}>
            {t('clear')}
          </a>
        </p>
      )}
      <ul
        className={styles.cards}
        data-columns={isSettled ? Math.min(offers.length, perRow) : perRow}
        data-many={shown.length > perRow || undefined}
      >
        {offers.map((offer, index) => (
          <Fragment key={offer.key}>
            {index % perRow === 0 && <Names {...{ rows, words }} />}
            <OfferCard
              {...{ offer, rows, view, words }}
              heading={card}
              reasons={[
                ...(lowest.includes(offer.key) ? ([lowestBy] as const) : []),
                ...(reasons.get(offer.key) ?? []).map((each) => `reasons.${each}` as const),
              ]}
              isCounted={isCompared}
              isOverAYear={isByYear}
              isTarget={offer.key === target}
              isMissingConsent={offer.key === missing}
              controls={isComparable ? controlsId : null}
              isCompared={choices.compared.includes(offer.key)}
              isFull={choices.compared.length >= mostCompared}
              onCompare={apply}
              onChosen={ask}
            />
          </Fragment>
        ))}
        {/* The places of those that are still waited for. */}
        {!isSettled &&
          Array.from({ length: Math.max(0, perRow - offers.length) }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are counted, and nothing else
            <li key={index} className={styles.place} aria-hidden="true" />
          ))}
      </ul>
      {isComparable && <CompareBar path={page.path} count={compared.length} />}
      {compared.length > 1 && <Comparison offers={compared} {...{ view, words }} heading={Heading} />}
    </>
  )
}

/** The form that the controls and the boxes of the cards belong to. */
const controlsId = 'offers-controls'

/** What the address says of the list; a script puts there what the controls say. */
function useChoices({ shows }: ResultsView, { path }: PageView) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const query = new URLSearchParams(search)
  const go = (entries: Iterable<readonly [string, unknown]>) => {
    const to = queryOf(entries, shows, query)
    if (to !== search) void navigate(path + to, { replace: true, preventScrollReset: true })
  }
  const apply = () => {
    if (form.current) go(new FormData(form.current))
  }
  const early = useRef(apply)
  // What was chosen before the page could listen.
  useEffect(() => {
    if (!new URLSearchParams(location.search).has(parameters.missing)) early.current()
  }, [])
  return {
    query,
    form: form as RefObject<HTMLFormElement | null>,
    apply,
    /** Takes the filters away; the order and what is compared stay. */
    clear: (event: { preventDefault: () => void }) => {
      event.preventDefault()
      for (const box of form.current?.querySelectorAll('input') ?? []) box.checked = false
      for (const list of form.current?.querySelectorAll('select') ?? [])
        if (list.name !== parameters.sort) list.value = ''
      apply()
    },
  }
}

/** How many offers share the rows of a wide screen. */
const perRow = 3

/** On a wide screen, the names of the rows at their beginning. Each offer says them itself to who hears it. */
function Names({ rows: { facts, covers, signs }, words }: { rows: Rows; words: OfferWords }) {
  const { t } = useTranslation('offers')
  return (
    <li className={cardStyles.names} aria-hidden="true">
      <div className={cardStyles.facts}>
        {facts.map((each) => (
          <div key={each}>{t(`properties.${each}`)}</div>
        ))}
      </div>
      <div className={cardStyles.covers}>
        {covers.map((each) => (
          <div key={each}>{words.term(each)}</div>
        ))}
      </div>
      {signs.length > 0 && (
        <p className={cardStyles.legend}>
          {signs.map((is) => (
            <span key={is} data-is={is}>
              {t(is)}
            </span>
          ))}
        </p>
      )}
    </li>
  )
}

/** Says how many are compared, and leads to the comparison. */
function CompareBar({ path, count }: { path: string; count: number }) {
  const { t } = useTranslation('offers')
  const show = (event: { preventDefault: () => void }) => {
    const comparison = document.getElementById('comparison')
    event.preventDefault()
    comparison?.focus({ preventScroll: true })
    comparison?.scrollIntoView({ block: 'start' })
  }
  return (
    <div className={count > 1 ? `${styles.bar} ${styles.many}` : styles.bar}>
      <p role="status">{count > 0 && t('comparing', { count })}</p>
      <button type="submit" className="lw-button" form={controlsId} formAction={`${path}#comparison`} onClick={show}>
        {t('compareNow')}
      </button>
    </div>
  )
}

/** In place of offers: that they are waited for, or what there is to do instead. */
function Nothing({ view, heading: Heading }: ViewProps) {
  const { t } = useTranslation('offers')
  if (view.leftMs > 0)
    return (
      <>
        <Heading className={styles.waiting}>{t('waiting')}</Heading>
        <p className={styles.rule}>{t('waitingText')}</p>
        <div className={styles.cards} aria-hidden="true">
          <div className={styles.empty} />
          <div className={styles.empty} />
        </div>
      </>
    )
  return (
    <div className={styles.nothing}>
      <Heading className={styles.count}>{t('none')}</Heading>
      <p className="lw-lead">{t('noneText')}</p>
      <ChangeAnswers view={view} isLoud />
    </div>
  )
}

/** What happens next, and the ways on. */
function Next({ view, heading: Heading, words, hasOffers }: ViewProps & { words: OfferWords; hasOffers: boolean }) {
  const { t } = useTranslation('offers')
  const { form, reference, sentOn, previous, asked } = view
  const copy = useCopy(view.token, Heading)
  const steps = [
    ...(hasOffers ? [t('nextChoose')] : []),
    ...(asked.length > 0 ? [t('nextWrite')] : []),
    form.prepare ?? [],
  ].flat()
  return (
    <div className={`lw-slip ${styles.next}`}>
      <Heading>{t('chrome:next')}</Heading>
      <ol>
        {steps.map((step) => (
          <li key={step}>
            <Words text={step} />
          </li>
        ))}
      </ol>
      <p className={styles.stub}>
        <span>
          {t('chrome:thanksReference')}
          {copy === null && <small>{t('chrome:copySent', { day: words.day(sentOn) })}</small>}
        </span>{' '}
        <strong>{reference}</strong>
      </p>
      {copy}
      <div className={styles.ways}>
        {view.reminder !== 'none' && <Remind isAsked={view.reminder === 'asked'} />}
        {hasOffers && <ChangeAnswers view={view} />}
        {previous !== null && (
          <p>
            <a href={previous}>{t('previous')}</a>
          </p>
        )}
        {form.link && (
          <p>
            {t('chrome:thanksOnward')}: <a href={form.link.to}>{form.link.label}</a>
          </p>
        )}
      </div>
    </div>
  )
}

/** Offers a mail before the first quote ends. */
function Remind({ isAsked }: { isAsked: boolean }) {
  const { t } = useTranslation('offers')
  if (isAsked)
    return (
      <p id="reminder" role="status">
        {t('reminded')}
      </p>
    )
  return (
    <form method="post" id="reminder">
      <input type="hidden" name="do" value="remind" />
      <button type="submit" className={styles.way} name={pressed} value="offers">
        {t('remind')}
      </button>
    </form>
  )
}

/** The answers, where this browser has sent them and their form shows them. Only then is the code for it loaded. */
function useCopy(token: string, Heading: 'h2' | 'h3'): ReactNode {
  const [shown, setShown] = useState<ReactNode>(null)
  useEffect(() => {
    let isLeft = false
    const { copy } = draftOf(token) ?? {}
    if (copy)
      loadCopy().then(
        ({ AnswersCopy }) => isLeft || setShown(<AnswersCopy copy={copy} heading={Heading} isFolded />),
        () => {},
      )
    return () => {
      isLeft = true
    }
  }, [token, Heading])
  return shown
}

/**
 * Leads back to the form. The browser that sent it has the answers. Others open them as saved forms are opened
 * (web/forms/later/take-later.ts) or, where the form cannot be saved, start again.
 */
function ChangeAnswers({ view: { form, token }, isLoud = false }: Pick<ViewProps, 'view'> & { isLoud?: boolean }) {
  const { t } = useTranslation('offers')
  const [isKept, setKept] = useState(false)
  useEffect(() => setKept(draftOf(token) !== null), [token])
  const look = isLoud ? `lw-button lw-button-quiet ${styles.onward}` : styles.way
  if (form.path === null) return null
  if (form.opensAnswers && !isKept)
    return (
      <form method="post" action={form.path}>
        <input type="hidden" name={linkToken} value={token} />
        <button type="submit" className={look} name={control.later} value="open">
          {t('chrome:changeAnswers')}
        </button>
      </form>
    )
  return (
    <p>
      <a className={look} href={form.path}>
        {t(isKept ? 'chrome:changeAnswers' : 'askAgain')}
      </a>
    </p>
  )
}

/** What this browser keeps of the answers of a page (web/forms/take-turn.ts); null where it has not sent them. */
function draftOf(token: string): { copy?: AnswersCopy } | null {
  for (const kind of ['sessionStorage', 'localStorage'] as const) {
    const storage = safeStorage(kind)
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    for (const key of keys.filter((key) => key.startsWith('draft '))) {
      const text = storage.getItem(key)
      if (text?.includes(`"previous":"${token}"`)) return JSON.parse(text)
    }
  }
  return null
}
