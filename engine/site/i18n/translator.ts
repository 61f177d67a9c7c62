import i18next, { type i18n } from 'i18next'
import { sameSpaces } from '#engine/form/values'

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
  // i18next's own cache would grow with every number that is written.
  const formats = new Map<string, Intl.NumberFormat>()
  instance.services.formatter?.add('number', (value, language, { style }) => {
    // Every language here writes these alike, and a browser takes long to make its first format.
    if (style === undefined && Number.isInteger(value) && value >= 0 && value < 1000) return String(value)
    const key = `${language} ${style}`
    const format = formats.get(key) ?? new Intl.NumberFormat(language, { style })
    formats.set(key, format)
    return sameSpaces(format.format(value))
  })
  return instance
}
