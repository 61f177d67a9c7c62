import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigation } from 'react-router-dom'
import { Words } from '#engine/react/Words.tsx'
import { dealsHref } from '#engine/site/deals/deal-query.ts'
import { deal } from '../../stores/deal.ts'
import { useShownWait } from '../../ui/use-shown-wait.ts'
import type { SectionProps } from '../loaded-sections.ts'
import { isMainTitle, SectionTitle } from '../SectionTitle.tsx'
import shared from '../section.module.css'
import { Choices } from './Choices.tsx'
import { Deal } from './Deal.tsx'
import styles from './DealsSection.module.css'
import { Pages } from './Pages.tsx'

/** The deals that hold now, with the ways to those that are not on this page. */
export function DealsSection({ section, view }: SectionProps<'deals'>) {
  const { t } = useTranslation('deals')
  const { id, text, cards, at, market, isLargestFirst } = section
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
      <SectionTitle section={section} view={view} />
      {text !== undefined && (
        <p className={styles.text}>
          <Words text={text} />
        </p>
      )}
      <Choices section={section} path={view.path} />
      <p ref={summary} className={styles.summary} tabIndex={-1}>
        {isWaiting ? t('loading') : says}
      </p>
      {cards.length === 0 ? (
        <NoDeals section={section} path={view.path} />
      ) : (
        <ul className={section.exclusive ? `${styles.list} ${styles.wide}` : styles.list}>
          {cards.map((card, index) => (
            <Deal
              key={card.id}
              card={card}
              clickId={section.clickId}
              isLarge={isLargestFirst && index === 0}
              heading={isMainTitle(view, id) ? 'h2' : 'h3'}
            />
          ))}
        </ul>
      )}
      <Pages section={section} path={view.path} />
    </section>
  )
}

/** How many a search found, and which page of the deals this is. */
function useSummary({ at, found, totalPages }: SectionProps<'deals'>['section']): string {
  const { t } = useTranslation('deals')
  return [
    ...(found ? [t('found', { count: found, term: at.term })] : []),
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
