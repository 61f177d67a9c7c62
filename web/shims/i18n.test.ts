import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { translator as theirs } from '../../engine/site/i18n/translator.ts'
import { translator as ours } from './i18n.ts'

/** Each text of a file under its key, without the ending of a plural, and the values that it names. */
function textsOf(words: object, path = ''): { key: string; names: string[] }[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string'
      ? {
          key: `${path}${key}`.replace(/_(one|many|other)$/, ''),
          names: [...value.matchAll(/\{\{(\w+)/g)].map(([, name = '']) => name),
        }
      : textsOf(value, `${path}${key}.`),
  )
}

test.each(['en', 'es', 'de', 'fr', 'it', 'nl'])('%s is read as i18next reads it', (locale) => {
  const folder = join(import.meta.dirname, `../../locales/${locale}`)
  const files = Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => [name.slice(0, -'.json'.length), JSON.parse(readFileSync(join(folder, name), 'utf8'))]),
  ) as { chrome: object; errors: object }
  const [own, whole] = [ours(locale, files), theirs(locale, files)]
  const texts = Object.entries(files).flatMap(([file, words]) =>
    textsOf(words).map(({ key, names }) => ({ key: `${file}:${key}`, names })),
  )
  expect(texts.length).toBeGreaterThan(300)
  for (const { key, names } of texts)
    for (const count of [0, 1, 2, 1000, 0.25, 1_000_000]) {
      const values = { ...Object.fromEntries(names.map((name) => [name, count])), count }
      expect(own.t(key, values), key).toBe(whole.t(key, values))
    }
  for (const key of ['chrome:back', 'offers:toString', 'offers:nothing', 'nothing:back'])
    expect(own.exists(key), key).toBe(whole.exists(key))
  const several = ['errors:here.none', 'errors:format']
  expect(own.t(several, { title: 'A' })).toBe(whole.t(several, { title: 'A' }))
})
