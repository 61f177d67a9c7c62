import { useTranslation } from 'react-i18next'
import type { FooterView } from '#engine/catalog/portal/frame/frame-view.ts'
import styles from './Footer.module.css'

/** The operating company in one line; the imprint has the rest. */
export function CompanyLine({ company: { name, address, sample } }: { company: NonNullable<FooterView['company']> }) {
  const { t } = useTranslation()
  return (
    <p>
      {[name, ...address].join(', ')}
      {sample && <span className={styles.sample}>{t('sample')}</span>}
    </p>
  )
}
