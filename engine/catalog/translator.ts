import i18next, { type i18n } from 'i18next'

/**
 * The product's words in one language, ready to translate: `t('back')` reads chrome.json, `t('errors:required')` errors.json.
 * A missing text shows its key, and `leadwright check` fails on it: there is no fallback language to hide behind.
 */
export function translator(locale: string, words: { chrome: object; errors: object }): i18n {
  const instance = i18next.createInstance()
  // Synchronous, because the words are here already.
  void instance.init({
    lng: locale,
    fallbackLng: false,
    resources: { [locale]: { ...words } },
    defaultNS: 'chrome',
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  return instance
}
