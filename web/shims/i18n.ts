import { createContext, createElement, type ReactNode, useContext, useMemo } from 'react'
import type { Translate } from '#engine/form/model'
import { sameSpaces } from '#engine/form/values'

interface Words {
  readonly [key: string]: string | Words
}

/** The words of one language, by file. */
type Files = Readonly<Record<string, Words>>

function textAt(files: Files, key: string): string | undefined {
  const [path = '', file = 'chrome'] = key.split(':').reverse()
  const found = path
    .split('.')
    .reduce<string | Words | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), files[file])
  return typeof found === 'string' ? found : undefined
}

/** Translates the words of files in one language, as i18next does: `t('back')` reads chrome, `t('errors:required')` errors. */
export function translate(locale: string, files: Files): Translate {
  const plurals = new Intl.PluralRules(locale)
  return (keys: string | string[], values: Record<string, unknown> = {}) => {
    const { count } = values
    const forms = typeof count === 'number' ? [`_${plurals.select(count)}`, '_other', ''] : ['']
    const all = [keys].flat()
    const text = all
      .flatMap((key) => forms.map((form) => textAt(files, key + form)))
      .find((found) => found !== undefined)
    return (text ?? all.at(-1) ?? '').replace(
      /\{\{(\w+)(, number(?:\(style: (\w+)\))?)?\}\}/g,
      (_, name: string, isNumber?: string, style?: 'percent') => {
        const value = values[name] ?? ''
        return isNumber ? formatted(Number(value), locale, style) : String(value)
      },
    )
  }
}

/** A browser takes long to make a format: none is made for what all languages write alike. */
function formatted(value: number, locale: string, style: 'percent' | undefined): string {
  if (!style && value < 100 && value % 1 === 0) return `${value}`
  return sameSpaces(new Intl.NumberFormat(locale, { style }).format(value))
}

// What browsers have in place of i18next and react-i18next.

interface Translator {
  t: Translate
  exists: (key: string) => boolean
}

const translators = new WeakMap<object, Translator>()

/** engine/site/i18n/translator.ts */
export function translator(locale: string, words: object): Translator {
  const files = words as Files
  const made = translators.get(words) ?? {
    t: translate(locale, files),
    exists: (key: string) => textAt(files, key) !== undefined,
  }
  translators.set(words, made)
  return made
}

const TranslatorContext = /* @__PURE__ */ createContext<Translator | null>(null)

export function I18nextProvider({ i18n, children }: { i18n: Translator; children: ReactNode }) {
  return createElement(TranslatorContext, { value: i18n }, children)
}

/** @param file the one that keys without a file's name are of */
export function useTranslation(file = 'chrome'): { t: Translate; i18n: Translator } {
  // Every page is drawn within its words.
  const i18n = useContext(TranslatorContext) as Translator
  const t = useMemo<Translate>(() => {
    const named = (key: string) => (key.includes(':') ? key : `${file}:${key}`)
    return (keys: string | string[], values?: Record<string, unknown>) =>
      i18n.t(Array.isArray(keys) ? keys.map(named) : named(keys), values ?? {})
  }, [i18n, file])
  return { t, i18n }
}
