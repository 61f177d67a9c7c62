import { useTranslation } from 'react-i18next'
import styles from './layout.module.css'
import { SchemeChoice } from './SchemeChoice.tsx'

/** Who pays for this, and the colours it is shown in. */
export function Footer() {
  const { t } = useTranslation()
  return (
    <footer className={styles.footer}>
      <p>{t('footer')}</p>
      <SchemeChoice />
    </footer>
  )
}
