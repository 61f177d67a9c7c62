import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Figure, figureText } from '../../form/model/figure-text.ts'
import { readNumber } from '../../form/values/numbers.ts'
import { translator } from './translator.ts'

const languages = ['en', 'es', 'de', 'fr', 'it', 'nl'] as const
type Language = (typeof languages)[number]

const hints = Object.fromEntries(
  languages.map((locale) => {
    const file = join(import.meta.dirname, `../../../locales/${locale}/hints.json`)
    return [locale, translator(locale, { chrome: JSON.parse(readFileSync(file, 'utf8')), errors: {} }).t]
  }),
) as Record<Language, ReturnType<typeof translator>['t']>

function said(figure: Figure, locale: Language, form?: 'from' | 'to' | 'dative'): string {
  const country = locale === 'en' ? 'GB' : locale.toUpperCase()
  const market = { country, currency: locale === 'en' ? 'GBP' : 'EUR', timeZone: 'UTC' }
  // No-break spaces read as ~ here.
  return figureText(figure, { locale, market }, hints[locale], form).replaceAll('\u00a0', '~')
}

const inAll = (figure: Figure) => languages.map((locale) => said(figure, locale))

const table: [name: string, figure: Figure, texts: string[]][] = [
  [
    'minutes',
    { unit: 'duration', durationUnit: 'minute', ends: [2] },
    ['2~minutes', '2~minutos', '2~Minuten', '2~minutes', '2~minuti', '2~minuten'],
  ],
  [
    'one minute',
    { unit: 'duration', durationUnit: 'minute', ends: [1] },
    ['1~minute', '1~minuto', '1~Minute', '1~minute', '1~minuto', '1~minuut'],
  ],
  [
    'years',
    { unit: 'duration', durationUnit: 'year', ends: [5] },
    ['5~years', '5~años', '5~Jahre', '5~ans', '5~anni', '5~jaar'],
  ],
  [
    'a range of hours',
    { unit: 'duration', durationUnit: 'hour', ends: [24, 48] },
    ['24–48~hours', '24-48~horas', '24–48~Stunden', '24–48~heures', '24-48~ore', '24-48~uur'],
  ],
  [
    'working days',
    { unit: 'duration', durationUnit: 'working-day', ends: [1, 10] },
    [
      '1–10~working~days',
      '1-10~días~laborables',
      '1–10~Werktage',
      '1–10~jours~ouvrés',
      '1-10~giorni~lavorativi',
      '1-10~werkdagen',
    ],
  ],
  [
    'euros, named where they are not the money of the market',
    { unit: 'money', currency: 'EUR', ends: [20000] },
    ['20,000~euros', '20.000~€', '20.000~€', '20~000~€', '20.000~€', '€~20.000'],
  ],
  [
    'pounds likewise',
    { unit: 'money', currency: 'GBP', ends: [5000] },
    [
      '£5,000',
      '5.000~libras~esterlinas',
      '5.000~Britische~Pfund',
      '5~000~livres~sterling',
      '5.000~sterline~britanniche',
      '5.000~Britse~pond',
    ],
  ],
  [
    'money with cents',
    { unit: 'money', currency: 'EUR', ends: [9.5] },
    ['9.50~euros', '9,50~€', '9,50~€', '9,50~€', '9,50~€', '€~9,50'],
  ],
  ['a percentage', { unit: 'percentage', ends: [10] }, ['10%', '10~%', '10~%', '10~%', '10%', '10%']],
  ['a half percentage', { unit: 'percentage', ends: [2.5] }, ['2.5%', '2,5~%', '2,5~%', '2,5~%', '2,5%', '2,5%']],
  [
    'a count',
    { unit: 'count', ends: [3_000_000] },
    ['3,000,000', '3.000.000', '3.000.000', '3~000~000', '3.000.000', '3.000.000'],
  ],
  ['a year', { unit: 'year', ends: [2007] }, ['2007', '2007', '2007', '2007', '2007', '2007']],
  [
    'temperatures',
    { unit: 'temperature', ends: [24, 28] },
    ['24–28°C', '24-28~°C', '24–28~°C', '24–28~°C', '24-28~°C', '24-28°C'],
  ],
  [
    'a distance',
    { unit: 'distance', ends: [1000] },
    ['1,000~m', '1.000~m', '1.000~m', '1~000~m', '1.000~m', '1.000~m'],
  ],
  ['a power', { unit: 'power', ends: [500] }, ['500~kW', '500~kW', '500~kW', '500~kW', '500~kW', '500~kW']],
  [
    'a date',
    { unit: 'date', ends: ['2024-03-31'] },
    ['31~March~2024', '31~de~marzo~de~2024', '31.~März~2024', '31~mars~2024', '31~marzo~2024', '31~maart~2024'],
  ],
  [
    'times of day',
    { unit: 'clock-time', ends: ['10:00', '14:00'] },
    ['10:00~–~14:00', '10:00–14:00', '10:00–14:00~Uhr', '10:00~–~14:00', '10:00–14:00', '10:00–14:00'],
  ],
]

test.each(table)('%s in six languages', (_, figure, texts) => {
  expect(inAll(figure)).toEqual(texts)
})

test('a range may be said with its ends apart, and a duration in the German dative', () => {
  const days: Figure = { unit: 'duration', durationUnit: 'working-day', ends: [1, 20] }
  expect(`de ${said(days, 'es', 'from')} a ${said(days, 'es', 'to')}`).toBe('de 1 a 20~días~laborables')
  const times: Figure = { unit: 'clock-time', ends: ['00:00', '08:00'] }
  expect(`from ${said(times, 'en', 'from')} to ${said(times, 'en', 'to')}`).toBe('from 00:00 to 08:00')
  const late: Figure = { unit: 'clock-time', ends: ['22:00', '24:00'] }
  expect([said(late, 'es'), said(late, 'es', 'to')]).toEqual(['22:00–24:00', '24:00'])
  const dative = (measure: Figure['durationUnit'], end: number) =>
    said({ unit: 'duration', ...(measure && { durationUnit: measure }), ends: [end] }, 'de', 'dative')
  expect([
    dative('month', 36),
    dative('year', 5),
    dative('day', 2),
    dative('working-day', 10),
    dative('hour', 24),
    dative('month', 1),
    dative('minute', 1),
  ]).toEqual(['36~Monaten', '5~Jahren', '2~Tagen', '10~Werktagen', '24~Stunden', '1~Monat', '1~Minute'])
})

test('whatever the figure, it is read back as it was, and no line breaks within it', () => {
  const units = [
    { unit: 'money', currency: 'EUR' },
    { unit: 'count' },
    { unit: 'percentage' },
    { unit: 'power' },
  ] as const
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e9 }),
      fc.constantFrom(...units),
      fc.constantFrom(...languages),
      (value, unit, locale) => {
        const text = said({ ...unit, ends: [value] }, locale)
        expect(text).not.toMatch(/\s/)
        expect(
          readNumber(
            text
              .replaceAll(/[^\d.,~]/g, '')
              .replaceAll('~', ' ')
              .trim(),
            locale,
          ),
        ).toBe(value)
      },
    ),
  )
})
