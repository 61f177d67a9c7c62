import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ResolvedField } from '#engine/core/definition/form.ts'
import { sentence } from '#engine/core/filling/sentence.ts'
import { translator } from './translator.ts'

const languages = ['en', 'es', 'de', 'fr', 'it', 'nl']
const countries: Record<string, string> = { en: 'GB' }
const words = (locale: string, file: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../../locales/${locale}/${file}.json`), 'utf8'))
const translate = (locale: string) =>
  translator(locale, { chrome: words(locale, 'chrome'), errors: words(locale, 'errors') }).t
const shownIn = (locale: string) => ({
  locale,
  market: {
    country: countries[locale] ?? locale.toUpperCase(),
    currency: locale === 'en' ? 'GBP' : 'EUR',
    timeZone: 'Europe/London',
  },
})

const field: ResolvedField = {
  id: 'area',
  place: { name: 'area' },
  kind: null,
  schema: { type: 'number' },
  ui: {},
  words: { title: 'Area' },
  optional: false,
}
const codes = [...new Set(Object.keys(words('en', 'errors')).map((key) => key.replace(/(Month|_one|_other)$/, '')))]

describe.each(languages)('in %s', (locale) => {
  const t = translate(locale)
  const shown = shownIn(locale)
  const said = (code: string, params = {}, of = field) => sentence({ field: 'area', code, params }, of, shown, t)

  test.each([...codes, 'multipleOf', 'anything new'])(
    '%s is a sentence without a gap, whether its limit is known or not',
    (code) => {
      const limits = [{}, { limit: 1 }, { limit: 12_500 }, { limit: '2026-12-24' }, { limit: '2026-12' }]
      for (const params of limits.filter(({ limit }) => typeof limit !== 'string' || /^(ear|la)[a-z]+$/.test(code))) {
        const text = said(code, params)
        expect(text, JSON.stringify(params)).toMatch(/\p{L}{2,} .*\p{L}{2,}/u)
        expect(text).not.toMatch(/\{\{|\}\}|undefined|NaN|null|Invalid|errors:/)
      }
    },
  )

  test('a limit that was not told is the field’s own', () => {
    const bounded = { ...field, schema: { type: 'number' as const, minimum: 12_500 } }
    expect(said('minimum', {}, bounded)).toBe(said('minimum', { limit: 12_500 }))
  })
})

test.each([
  ['en', 'GB', '24 December 2026', 'December 2026', '£12,500'],
  ['en', 'US', 'December 24, 2026', 'December 2026', '£12,500'],
  ['en', 'ES', '24 December 2026', 'December 2026', '£12,500'],
  ['es', 'ES', '24 de diciembre de 2026', 'diciembre de 2026', '12.500 £'],
  ['de', 'DE', '24. Dezember 2026', 'Dezember 2026', '12.500 £'],
  ['fr', 'FR', '24 décembre 2026', 'décembre 2026', '12 500 £'],
  ['it', 'IT', '24 dicembre 2026', 'dicembre 2026', '12.500 £'],
  ['nl', 'NL', '24 december 2026', 'december 2026', '£ 12.500'],
])('in %s for %s a day is %s, a month %s and an amount %s', (locale, country, day, month, amount) => {
  const shown = { locale, market: { country, currency: 'GBP', timeZone: 'Europe/London' } }
  const said = (code: string, limit: string | number) =>
    sentence({ field: 'area', code, params: { limit } }, { ...field, kind: 'amount' }, shown, translate(locale))
  const noBreak = (text: string) => text.replaceAll(' ', '\u00a0')
  expect(said('earliest', '2026-12-24')).toContain(noBreak(day))
  expect(said('latest', '2026-12')).toContain(noBreak(month))
  expect(said('maximum', 12_500)).toContain(noBreak(amount))
})
