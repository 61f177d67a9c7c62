import { useTranslation } from 'react-i18next'
import styles from './SchemeChoice.module.css'

/** Light, dark, or as the device has it. The boot script reads and keeps the choice; without it there is nothing to see. */
export function SchemeChoice() {
  const { t } = useTranslation()
  return (
    <fieldset className={styles.schemes}>
      <legend>{t('scheme')}</legend>
      {['system', 'light', 'dark'].map((scheme) => (
        <label key={scheme}>
          <input type="radio" name="scheme" value={scheme} />
          <span>{t(`schemes.${scheme}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}
