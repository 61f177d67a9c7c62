import type { Translate } from '#engine/form/model'
import { sameSpaces } from '#engine/form/values'

interface Words {
  readonly [key: string]: string | Words
}

/** Translates the words of files in one language, as i18next does: `t('back')` reads chrome, `t('errors:required')` errors. */
export function translate(locale: string, files: Readonly<Record<string, Words>>): Translate {
  const plurals = new Intl.PluralRules(locale)
  const find = (key: string): string | undefined => {
    const [path = '', file = 'chrome'] = key.split(':').reverse()
    const found = path
      .split('.')
      .reduce<string | Words | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), files[file])
    return typeof found === 'string' ? found : undefined
  }
  return (keys: string | string[], values: Record<string, unknown> = {}) => {
    const { count } = values
    const forms = typeof count === 'number' ? [`_${plurals.select(count)}`, '_other', ''] : ['']
    const all = [keys].flat()
    const text = all.flatMap((key) => forms.map((form) => find(key + form))).find((found) => found !== undefined)
    return (text ?? all.at(-1) ?? '').replace(
      /\{\{(\w+)(, number(?:\(style: (\w+)\))?)?\}\}/g,
      (_, name: string, isNumber?: string, style?: 'percent') => {
        const value = values[name] ?? ''
        return isNumber ? sameSpaces(new Intl.NumberFormat(locale, { style }).format(Number(value))) : String(value)
      },
    )
  }
}
