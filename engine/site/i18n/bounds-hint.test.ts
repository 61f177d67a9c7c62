import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FieldDefinition } from '#schemas/generated/form.ts'
import { boundsHints } from '../../form/model/field.ts'
import { translator } from './translator.ts'

const languages = ['en', 'es', 'de', 'fr', 'it', 'nl']

/** The hint in every language, with plain spaces. */
function hints(field: FieldDefinition, which: 'hint' | 'limitedHint' = 'hint'): (string | undefined)[] {
  return languages.map((locale) => {
    const file = join(import.meta.dirname, `../../../locales/${locale}/hints.json`)
    const { t } = translator(locale, { chrome: JSON.parse(readFileSync(file, 'utf8')), errors: {} })
    const currency = locale === 'en' ? 'GBP' : 'EUR'
    const market = { country: locale === 'en' ? 'GB' : locale.toUpperCase(), currency, timeZone: 'UTC' }
    return boundsHints(field, { locale, market }, t)[which]?.replaceAll('\u00a0', ' ')
  })
}

test.each<[FieldDefinition, string[]]>([
  [
    { kind: 'amount', minimum: 500, maximum: 75_000 },
    [
      'From £500 to £75,000.',
      'De 500 € a 75.000 €.',
      'Von 500 € bis 75.000 €.',
      'De 500 € à 75 000 €.',
      'Da 500 € a 75.000 €.',
      'Van € 500 tot en met € 75.000.',
    ],
  ],
  [
    { type: 'integer', minimum: 10, maximum: 1000, unit: 'm²' },
    [
      'From 10 m² to 1,000 m².',
      'De 10 m² a 1000 m².',
      'Von 10 m² bis 1.000 m².',
      'De 10 m² à 1 000 m².',
      'Da 10 m² a 1000 m².',
      'Van 10 m² tot en met 1.000 m².',
    ],
  ],
  [
    { kind: 'date', earliest: '+1d', latest: '+6m' },
    [
      'Tomorrow at the earliest, in 6 months at the latest.',
      'Como muy pronto mañana, como muy tarde dentro de 6 meses.',
      'Frühestens morgen, spätestens in 6 Monaten.',
      'Au plus tôt demain, au plus tard dans 6 mois.',
      'Al più presto domani, al più tardi tra 6 mesi.',
      'Op zijn vroegst morgen, uiterlijk over 6 maanden.',
    ],
  ],
  [
    { type: 'integer', minimum: 3 },
    ['At least 3.', 'Como mínimo 3.', 'Mindestens 3.', 'Au moins 3.', 'Almeno 3.', 'Minimaal 3.'],
  ],
  [
    { type: 'number', minimum: 0, maximum: 1.5 },
    ['At most 1.5.', 'Como máximo 1,5.', 'Höchstens 1,5.', 'Au plus 1,5.', 'Al massimo 1,5.', 'Maximaal 1,5.'],
  ],
  [
    { kind: 'text', minLength: 5, maxLength: 20 },
    [
      'From 5 to 20 characters.',
      'De 5 a 20 caracteres.',
      '5 bis 20 Zeichen.',
      'De 5 à 20 caractères.',
      'Da 5 a 20 caratteri.',
      '5 tot en met 20 tekens.',
    ],
  ],
  [
    { kind: 'text', maxLength: 1 },
    [
      'At most 1 character.',
      'Como máximo 1 carácter.',
      'Höchstens 1 Zeichen.',
      'Au plus 1 caractère.',
      'Al massimo 1 carattere.',
      'Maximaal 1 teken.',
    ],
  ],
  [
    { multiple: true, minItems: 2, maxItems: 2, options: {} },
    ['Choose 2.', 'Elija 2.', 'Wählen Sie 2.', 'Choisissez-en 2.', 'Scegline 2.', 'Kies er 2.'],
  ],
  [
    { kind: 'date', earliest: '-18y', latest: 'today' },
    [
      '18 years ago at the earliest, today at the latest.',
      'Como muy pronto hace 18 años, como muy tarde hoy.',
      'Frühestens vor 18 Jahren, spätestens heute.',
      'Au plus tôt il y a 18 ans, au plus tard aujourd’hui.',
      'Al più presto 18 anni fa, al più tardi oggi.',
      'Op zijn vroegst 18 jaar geleden, uiterlijk vandaag.',
    ],
  ],
  [
    { kind: 'date', earliest: '2026-12-24' },
    [
      '24 December 2026 at the earliest.',
      'Como muy pronto el 24 de diciembre de 2026.',
      'Frühestens am 24. Dezember 2026.',
      'Au plus tôt le 24 décembre 2026.',
      'Al più presto 24 dicembre 2026.',
      'Op zijn vroegst op 24 december 2026.',
    ],
  ],
  [
    { kind: 'month-year', latest: '2026-12-24' },
    [
      'December 2026 at the latest.',
      'Como muy tarde en diciembre de 2026.',
      'Spätestens im Dezember 2026.',
      'Au plus tard en décembre 2026.',
      'Al più tardi dicembre 2026.',
      'Uiterlijk in december 2026.',
    ],
  ],
])('%j says its bounds before anybody is wrong', (field, expected) => {
  expect(hints(field)).toEqual(expected)
})

test.each<FieldDefinition>([
  { kind: 'amount' },
  { kind: 'birth-date' },
  { type: 'integer', minimum: 0 },
  { kind: 'text', minLength: 1, title: 'Name' },
])('%j has no bounds worth a word', (field) => {
  expect(hints(field)).toEqual(languages.map(() => undefined))
})

test('limits that other answers set are told once they are known, beside those that are always', () => {
  const amount: FieldDefinition = { kind: 'amount', minimum: 500, maximum: [6000, { field: 'value', factor: 0.7 }] }
  expect(hints(amount)[0]).toBe('From £500 to £6,000.')
  expect(hints(amount, 'limitedHint')).toEqual([
    'From £500 to {maximum}.',
    'De 500 € a {maximum}.',
    'Von 500 € bis {maximum}.',
    'De 500 € à {maximum}.',
    'Da 500 € a {maximum}.',
    'Van € 500 tot en met {maximum}.',
  ])
  const stay: FieldDefinition = { kind: 'date', earliest: { field: 'from', offset: '1d' }, latest: '+1y' }
  expect([hints(stay)[0], hints(stay, 'limitedHint')[0]]).toEqual([
    'In 1 year at the latest.',
    '{earliest} at the earliest, in 1 year at the latest.',
  ])
  expect(hints({ type: 'integer', minimum: { field: 'n' } })[0]).toBeUndefined()
  // Which of the two comes first changes with the day.
  expect(hints({ kind: 'date', latest: ['today', { field: 'from' }] }, 'limitedHint')[0]).toBeUndefined()
  expect(hints({ kind: 'amount', maximum: 500 }, 'limitedHint')[0]).toBeUndefined()
})
