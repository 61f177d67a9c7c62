import { useTranslation } from 'react-i18next'
import styles from './SampleMark.module.css'

/** Says that what stands before it is made up. */
export function SampleMark() {
  const { t } = useTranslation()
  return <span className={styles.mark}>{t('sample')}</span>
}
