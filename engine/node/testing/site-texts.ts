import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/**
 * What a file says in a language, to look for where visitors read it: the product's own words (`textsOf('de', 'chrome')`)
 * or those of a definition (`textsOf('en', 'forms/loan')`), which holds its English itself.
 */
export function textsOf(locale: string, name: string) {
  const own = join(root, 'locales', locale, `${name}.json`)
  const file = locale === 'en' && !existsSync(own) ? join(root, 'definitions', `${name}.json`) : own
  return JSON.parse(readFileSync(file, 'utf8'))
}
