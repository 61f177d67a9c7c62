import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { KindWords } from '../field.ts'
import { kindNamed } from '../form.ts'
import type { Kind } from '../kind.ts'
import { kinds } from './table.ts'

const market = { country: 'DE', currency: 'EUR', timeZone: 'Europe/Berlin' }
const words = (locale: string): KindWords =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../../../locales/${locale}/kinds.json`), 'utf8'))

test.each(['en', 'de'])('every kind with options has words for each of them in %s', (locale) => {
  for (const [id, kind] of Object.entries(kinds)) {
    const options = kind.schema(market).enum
    if (!Array.isArray(options)) continue
    expect(Object.keys(kind.options?.(locale) ?? words(locale)[id]?.options ?? {}).sort(), id).toEqual(
      options.map(String).sort(),
    )
  }
})

test('every control of a kind has a name in every language', () => {
  for (const locale of ['en', 'es', 'de', 'fr', 'it', 'nl']) {
    const chrome = JSON.parse(
      readFileSync(join(import.meta.dirname, `../../../../locales/${locale}/chrome.json`), 'utf8'),
    )
    for (const [id, { parts }] of Object.entries<Kind>(kinds))
      for (const part of parts?.asked ?? []) {
        const name = words(locale)[id]?.parts?.[part.id] ?? chrome[part.id]
        expect(name, `${locale} ${id} ${part.id}`).toMatch(/./)
      }
  }
})

test('what is stored is one way of writing what was answered', () => {
  const stored = (id: string, answer: string) => kindNamed(id)?.store?.(answer, market) ?? answer
  expect(stored('phone', '0151 23456789')).toBe('+4915123456789')
  expect(stored('iban', 'de89 3704 0044 0532 0130 00')).toBe('DE89370400440532013000')
  expect(stored('postal-code', '1012 ab')).toBe('1012 AB')
  expect(stored('city', 'Köln')).toBe('Köln')
})
