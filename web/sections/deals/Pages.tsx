import { useTranslation } from 'react-i18next'
import { dealsHref } from '#engine/site/deals/deal-query.ts'
import type { SectionProps } from '../loaded-sections.ts'
import styles from './Pages.module.css'

interface Props {
  section: SectionProps<'deals'>['section']
  path: string
}

/** The way to the other pages: those nearby, the first and the last. */
export function Pages({ section: { id, at, totalPages }, path }: Props) {
  const { t } = useTranslation('deals')
  if (totalPages < 2) return null
  const href = (page: number) => dealsHref(path, id, { ...at, page })
  return (
    <nav className={styles.pages} aria-label={t('pages')}>
      {at.page > 1 && (
        <a href={href(at.page - 1)} rel="prev">
          {t('previous')}
        </a>
      )}
      <ol>
        {pageNumbers(at.page, totalPages).map((page) => (
          <li key={page}>
            <a href={href(page)} aria-current={page === at.page ? 'page' : undefined} aria-label={t('page', { page })}>
              {page}
            </a>
          </li>
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
