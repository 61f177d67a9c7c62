import { useTranslation } from 'react-i18next'
import { SchemeChoice } from './SchemeChoice.tsx'

/** Who pays for this, and the colours it is shown in. */
export function Footer() {
  const { t } = useTranslation()
  return (
    <footer className="footer">
      <p>{t('footer')}</p>
      <SchemeChoice />
    </footer>
  )
}
