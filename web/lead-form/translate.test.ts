import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { translator } from '../../engine/site/i18n/translator.ts'
import { translate } from './translate.ts'

const values = { at: 2, value: 0.5, title: 'A', limit: '3', item: 'B', message: 'C', address: 'D', option: 'E' }

/** Each text of a file under its key, without the ending of a plural. */
function keysOf(words: object, path = ''): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? `${path}${key}`.replace(/_(one|many|other)$/, '') : keysOf(value, `${path}${key}.`),
  )
}

test.each(['en', 'es', 'de', 'fr', 'it', 'nl'])('%s is read as i18next reads it', (locale) => {
  const read = (file: string) => {
    const path = join(import.meta.dirname, `../../locales/${locale}/${file}.json`)
    return JSON.parse(readFileSync(path, 'utf8'))
  }
  const files = { chrome: read('chrome'), errors: read('errors') }
  const [ours, theirs] = [translate(locale, files), translator(locale, files).t]
  const keys = [...keysOf(files.chrome), ...keysOf(files.errors).map((key) => `errors:${key}`)]
  expect(keys.length).toBeGreaterThan(100)
  for (const key of keys)
    for (const count of [0, 1, 2, 1000, 1_000_000]) {
      const given = { ...values, count }
      const said = theirs(key, given)
      if (!said.includes('{{') && !/\{\{(?!at|value|title|limit|item|message|address|option|count)/.test(said))
        expect(ours(key, given).replace(/\{\{.*?\}\}/g, ''), key).toBe(said)
    }
  expect(ours(['errors:here.none', 'errors:format'], values)).toBe(
    theirs(['errors:here.none', 'errors:format'], values),
  )
})
