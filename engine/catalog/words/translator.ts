import i18next, { type i18n } from 'i18next'
import { sameSpaces } from '#engine/core/values/day-text.ts'

/**
 * The product's words in one language, ready to translate: `t('back')` reads chrome.json, `t('errors:required')` errors.json.
 * A missing text shows its key, and `leadwright check` fails on it: there is no fallback language to hide behind.
 */
export function translator(locale: string, words: Words): i18n {
  const known = translators.get(words)
  if (known) return known
  const made = newTranslator(locale, words)
  translators.set(words, made)
  return made
}

interface Words {
  chrome: object
  errors: object
}

/** Setting one up takes longer than rendering a page with it. */
const translators = new WeakMap<Words, i18n>()

function newTranslator(locale: string, words: Words): i18n {
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
  instance.services.formatter?.add('number', (value, language, options) =>
    sameSpaces(new Intl.NumberFormat(language, options).format(value)),
  )
  return instance
}
