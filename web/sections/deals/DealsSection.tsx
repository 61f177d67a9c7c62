import { type FormEvent, Fragment, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useNavigation } from 'react-router-dom'
import { Words } from '#engine/react'
import { type DealCard, dealReads, dealsHref, longestAsked } from '#engine/site'
import { deal } from '#web/stores'
import { Chips, LateStyles, useShownWait } from '#web/ui'
import type { SectionProps } from '../loaded-sections.ts'
import { isMainTitle, SectionTitle } from '../SectionFrame.tsx'
import shared from '../section.module.css'
import choicesStyles from './Choices.module.css'
import dealStyles from './Deal.module.css'
import styles from './DealsSection.module.css'
import pagesStyles from './Pages.module.css'

/** The deals that hold now, with the ways to those that are not on this page. */
export function DealsSection({ section, view }: SectionProps<'deals'>) {
  const { t } = useTranslation('deals')
  const { id, text, cards, at, market, lead } = section
  const isWaiting = useDealsWait(view.path)
  const summary = useArrival<HTMLParagraphElement>(JSON.stringify(at))
  useEffect(() => void import('./fresh-times.ts').then(({ freshTimes }) => freshTimes()))
  // Once a connection is lost it would not come.
  useEffect(() => void import('./asked-deals.ts').catch(() => {}), [])
  useEffect(() => deal.show(section), [section])
  const says = useSummary(section)
  return (
    <section
      id={id}
      className={styles.deals}
      data-ends={t('ends', { when: '{when}' })}
      data-ended={t('ended')}
      data-zone={market.timeZone}
      aria-busy={isWaiting}
    >
      <LateStyles />
      <div className={styles.head}>
        <SectionTitle section={section} view={view} />
        {text !== undefined && (
          <p className={styles.text}>
            <Words text={text} />
          </p>
        )}
      </div>
      <Choices section={section} path={view.path} />
      <div className={styles.bar}>
        <p ref={summary} className={styles.summary} tabIndex={-1}>
          {isWaiting ? t('loading') : says}
        </p>
        <Order section={section} path={view.path} />
      </div>
      {/* What most are saved against is said once; a card says only what differs. */}
      {cards.some(({ before }) => before?.basis === 'lowest-30-days') && (
        <p className={styles.basis}>{t('less.lowest-30-days')}</p>
      )}
      {cards.length === 0 ? (
        <NoDeals section={section} path={view.path} />
      ) : (
        <ul className={section.exclusive || lead ? `${styles.list} ${styles.wide}` : styles.list}>
          {cards.map((card, index) => (
            <Deal
              key={card.id}
              card={card}
              clickId={section.clickId}
              lead={index === 0 ? lead : null}
              heading={isMainTitle(view, id) ? 'h2' : 'h3'}
            />
          ))}
        </ul>
      )}
      <Pages section={section} path={view.path} />
    </section>
  )
}

/** How many there are, or how many a search found, and which page of the deals this is. */
function useSummary({ at, found, total, totalPages, pages }: SectionProps<'deals'>['section']): string {
  const { t } = useTranslation('deals')
  return [
    ...(found ? [t('found', { count: found, term: at.term })] : []),
    ...(found === null && pages !== false && total > 0 ? [t('count', { count: total })] : []),
    ...(totalPages > 1 ? [t('at', { page: at.page, count: totalPages })] : []),
  ].join(' – ')
}

/** The element that takes the focus when other deals are shown than before. */
function useArrival<E extends HTMLElement>(shown: string) {
  const element = useRef<E>(null)
  const last = useRef(shown)
  useEffect(() => {
    if (last.current !== shown) element.current?.focus({ preventScroll: true })
    last.current = shown
  }, [shown])
  return element
}

/** Whether to show that other deals of a page are on their way. @param path that of the page */
function useDealsWait(path: string): boolean {
  const { location } = useNavigation()
  return useShownWait(location?.pathname === path)
}

interface Props {
  section: SectionProps<'deals'>['section']
  path: string
}

/** In place of deals: what was not found, or that there are none. */
function NoDeals({ section: { id, at, empty }, path }: Props) {
  const { t } = useTranslation('deals')
  if (at.term === null && at.shop === null)
    return (
      <div className={styles.none}>
        <p className={shared.itemTitle}>{t('updating')}</p>
        {empty !== undefined && (
          <p>
            <Words text={empty} />
          </p>
        )}
      </div>
    )
  return (
    <div className={styles.none}>
      <p>{at.term === null ? t('noneOfShop') : t('notFound', { term: at.term })}</p>
      <p>
        <a href={dealsHref(path, id, {})}>{t('allDeals')}</a>
      </p>
    </div>
  )
}

/** What comes first, as plain addresses. What a search found has an order of its own. */
function Order({ section: { id, at, total, pages }, path }: Props) {
  const { t } = useTranslation('deals')
  if (pages === false || at.term !== null || total < 3) return null
  const { page: _, sort: chosen, ...asked } = at
  return (
    <div className={styles.order}>
      <span aria-hidden="true">{t('sortBy')}</span>
      <Chips
        label={t('sortBy')}
        chips={[null, ...dealReads.sort].map((sort) => ({
          ...{ id: sort ?? '', text: t(`sorts.${sort ?? 'end'}`), href: dealsHref(path, id, { ...asked, sort }) },
          isChosen: sort === chosen,
        }))}
      />
    </div>
  )
}

interface PagesProps {
  section: SectionProps<'deals'>['section']
  path: string
}

/** The way to the other pages: those nearby, the first and the last. */
function Pages({ section: { id, at, totalPages }, path }: PagesProps) {
  const { t } = useTranslation('deals')
  if (totalPages < 2) return null
  const href = (page: number) => dealsHref(path, id, { ...at, page })
  return (
    <nav className={pagesStyles.pages} aria-label={t('pages')}>
      {at.page > 1 && (
        <a href={href(at.page - 1)} rel="prev">
          {t('previous')}
        </a>
      )}
      <ol>
        {pageNumbers(at.page, totalPages).map((page, index, all) => (
          <Fragment key={page}>
            {/* What lies between is left out, which each number says by itself to who hears it. */}
            {page - (all[index - 1] ?? page) > 1 && <li aria-hidden="true">…</li>}
            <li>
              <a
                href={href(page)}
                aria-current={page === at.page ? 'page' : undefined}
                aria-label={t('page', { page })}
              >
                {page}
              </a>
            </li>
          </Fragment>
        ))}
      </ol>
      {at.page < totalPages && (
        <a href={href(at.page + 1)} rel="next">
          {t('next')}
        </a>
      )}
    </nav>
  )
}

/** The pages that are named: the first, the last, and those around the one at hand. */
export function pageNumbers(at: number, total: number): number[] {
  const near = [1, at - 1, at, at + 1, total].filter((page) => page >= 1 && page <= total)
  return [...new Set(near)].sort((one, other) => one - other)
}

interface DealProps {
  card: DealCard
  /** The parameter that the boot script adds the visitor's click id under. */
  clickId: string | undefined
  /** What it leads the others for. */
  lead: SectionProps<'deals'>['section']['lead']
  /** That of its title, which stands below the section's. */
  heading: 'h2' | 'h3'
}

/** A title whose numbers stay with the word they count, as in "2-pack". */
const unbroken = (title: string) => title.replaceAll(/(?<=\d-)(?=\p{L})/gu, '\u2060')

/** One deal. What is saved stands beside what it is saved against. */
function Deal({ card, clickId, lead, heading: Heading }: DealProps) {
  const { t } = useTranslation('deals')
  const isLarge = lead !== null
  const { title, shop, image, end, day, price, before, condition, href } = card
  return (
    <li className={isLarge ? `${dealStyles.deal} ${dealStyles.large}` : dealStyles.deal}>
      <div className={`${dealStyles.picture} ${isLarge ? 'lw-cover' : ''}`}>
        {/* What it is saved against is said with the price. */}
        {image !== undefined && before && (
          <p className={dealStyles.saving}>{t('reduction', { saving: before.saving / 100 })}</p>
        )}
        {image !== undefined ? (
          <svg viewBox="0 0 480 320" aria-hidden="true" focusable="false">
            <use href={`${image}#drawing`} />
          </svg>
        ) : (
          <p className={dealStyles.figure} aria-hidden={!before}>
            {before ? t('reduction', { saving: before.saving / 100 }) : shop}
          </p>
        )}
      </div>
      <div className={dealStyles.words}>
        {lead && <p className={dealStyles.largest}>{t(lead)}</p>}
        <Heading className={shared.itemTitle}>{unbroken(title)}</Heading>
        <p className={dealStyles.price}>
          <span className="lw-hidden">{t('price')} </span>
          <b>{price}</b>
          {before && (
            <>
              {' '}
              <s>
                <span className="lw-hidden">{t('before')} </span>
                {before.price}
              </s>
            </>
          )}
        </p>
        <div className={dealStyles.terms}>
          {isLarge && before && <p className={dealStyles.saved}>{t('saved', { amount: before.saved })}</p>}
          {condition !== undefined && <p>{condition}</p>}
          {before && before.basis !== 'lowest-30-days' && <p>{t(`less.${before.basis}`)}</p>}
        </div>
        <p className={dealStyles.when}>
          <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d="M4 6h16v14H4zM4 10.5h16M8 3v5M16 3v5" />
          </svg>
          {/* The browser says how long that is from now (web/sections/deals/fresh-times.ts). */}
          <time dateTime={end} data-day={day} suppressHydrationWarning>
            {t('lastDay', { day })}
          </time>
        </p>
        <a
          className={`lw-button ${isLarge ? '' : 'lw-button-quiet'} ${dealStyles.action}`}
          href={href}
          rel="sponsored noopener"
          data-click-id={clickId}
        >
          {t('see', { shop })}
          <span className="lw-hidden"> – {title}</span>
        </a>
      </div>
    </li>
  )
}

interface ChoicesProps {
  section: SectionProps<'deals'>['section']
  /** That of the page. */
  path: string
}

/** The search and the shops, on a phone behind a press. Both are plain addresses: a form that asks for one, and links. */
function Choices({ section, path }: ChoicesProps) {
  const { t } = useTranslation('deals')
  const { search, choices, cards, at } = section
  const isEmpty = cards.length === 0 && at.term === null && at.shop === null
  if (isEmpty || (!search && choices.length < 2)) return null
  return (
    <details className={`lw-fold ${choicesStyles.more}`} open={at.term !== null || at.shop !== null}>
      <summary>{t('choices')}</summary>
      <div className={choicesStyles.choices}>
        {search && <Search section={section} path={path} />}
        {choices.length > 1 && <Shops section={section} path={path} />}
      </div>
    </details>
  )
}

function Search({ section: { id, at }, path }: ChoicesProps) {
  const { t } = useTranslation('deals')
  const field = useId()
  const navigate = useNavigate()
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const term = String(new FormData(event.currentTarget).get('term')).trim()
    void navigate(dealsHref(path, id, { term: term === '' ? null : term }))
  }
  return (
    <search>
      <form className={choicesStyles.search} action={`${path}#${id}`} onSubmit={find}>
        <label htmlFor={field}>{t('search')}</label>
        <input
          key={at.term}
          id={field}
          className="lw-input"
          type="search"
          name="term"
          defaultValue={at.term ?? ''}
          maxLength={longestAsked}
          enterKeyHint="search"
        />
        <button type="submit" className="lw-button lw-button-quiet">
          {t('find')}
        </button>
      </form>
    </search>
  )
}

function Shops({ section: { id, at, choices }, path }: ChoicesProps) {
  const { t } = useTranslation('deals')
  const isAll = at.shop === null && at.term === null
  return (
    <div className={choicesStyles.shops}>
      <Chips
        label={t('shops')}
        chips={[
          { id: '', text: t('allShops'), href: dealsHref(path, id, {}), isChosen: isAll },
          ...choices.map((shop) => ({
            ...{ id: shop, text: shop, href: dealsHref(path, id, { shop, sort: at.sort }) },
            isChosen: at.shop === shop,
          })),
        ]}
      />
    </div>
  )
}
