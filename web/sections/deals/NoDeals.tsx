import { useTranslation } from 'react-i18next'
import { Words } from '#engine/react/Words.tsx'
import { dealsHref } from '#engine/site/deals/deal-query.ts'
import type { SectionProps } from '../loaded-sections.ts'
import shared from '../section.module.css'
import styles from './DealsSection.module.css'

interface Props {
  section: SectionProps<'deals'>['section']
  path: string
}

/** In place of deals: what was not found, or that there are none. */
export function NoDeals({ section: { id, at, empty }, path }: Props) {
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
