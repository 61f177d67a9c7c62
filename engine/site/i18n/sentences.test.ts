import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fileLimits } from '../../form/model/files.ts'
import type { AnswerLimit, ResolvedField } from '../../form/model/form.ts'
import { withLimitWords } from '../../form/model/resolve.ts'
import { sentence } from '../../form/model/sentence.ts'
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
const ofFiles: ResolvedField = { ...field, kind: 'file', schema: { type: 'array' }, files: fileLimits().files }
const general = Object.keys(words('en', 'errors')).filter((key) => key !== 'here')
const codes = [...new Set(general.map((key) => key.replace(/(Month|_one|_other)$/, '')))]

const { here } = words('en', 'errors') as unknown as { here: object }

describe.each(languages)('in %s', (locale) => {
  const t = translate(locale)
  const shown = shownIn(locale)
  const said = (code: string, params = {}, of = field) => sentence({ field: 'area', code, params }, of, shown, t)

  test.each([...codes, 'multipleOf', 'anything new'])(
    '%s is a sentence without a gap, whether its limit is known or not',
    (code) => {
      const limits = [{}, { limit: 1 }, { limit: 12_500 }, { limit: '2026-12-24' }, { limit: '2026-12' }]
      for (const params of limits.filter(({ limit }) => typeof limit !== 'string' || /^(ear|la)[a-z]+$/.test(code)))
        for (const place of ['list', 'question'] as const) {
          const text = code.startsWith('file')
            ? sentence({ field: 'area', code, params: { ...params, name: 'bill.pdf' } }, ofFiles, shown, t, place)
            : sentence({ field: 'area', code, params }, field, shown, t, place)
          expect(text, JSON.stringify(params)).toMatch(/\p{L}{2,} .*(\p{L}{2,}|\d)/u)
          expect(text).not.toMatch(/\{\{|\}\}|undefined|NaN|null|Invalid|errors:/)
          // Below its question an answer’s problem names no question.
          if (place === 'question' && Object.hasOwn(here, code)) expect(text).not.toContain('Area')
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

test.each([
  [
    'en',
    'The answer to “How much?” must be £7,000.70 or less: 70% of your answer to “Its value?”',
    'The answer to “Until” must be 25 December 2026 or later: 1 day after your answer to “Its value?”',
    'The answer to “Until” must be December 2026 or earlier: 6 months before your answer to “Its value?”',
    'The answer to “How much?” must be £12 or more: that is your answer to “Its value?”',
  ],
  [
    'es',
    'La respuesta a «How much?» debe ser 7000,70 € o menos: el 70 % de su respuesta a «Its value?»',
    'La respuesta a «Until» no puede ser anterior al 25 de diciembre de 2026: 1 día después de su respuesta a «Its value?»',
    'La respuesta a «Until» no puede ser posterior a diciembre de 2026: 6 meses antes de su respuesta a «Its value?»',
    'La respuesta a «How much?» debe ser 12 € o más: es su respuesta a «Its value?»',
  ],
  [
    'de',
    'Die Antwort auf „How much?“ darf höchstens 7.000,70 € betragen: 70 % Ihrer Antwort auf „Its value?“',
    'Die Antwort auf „Until“ darf nicht vor dem 25. Dezember 2026 liegen: 1 Tag nach Ihrer Antwort auf „Its value?“',
    'Die Antwort auf „Until“ darf nicht nach Dezember 2026 liegen: 6 Monate vor Ihrer Antwort auf „Its value?“',
    'Die Antwort auf „How much?“ muss mindestens 12 € betragen: Das ist Ihre Antwort auf „Its value?“',
  ],
  [
    'fr',
    'La réponse à « How much? » doit être d’au plus 7 000,70 € : 70 % de votre réponse à « Its value? »',
    'La réponse à « Until » ne peut pas être antérieure au 25 décembre 2026 : 1 jour après votre réponse à « Its value? »',
    'La réponse à « Until » ne peut pas être postérieure à décembre 2026 : 6 mois avant votre réponse à « Its value? »',
    'La réponse à « How much? » doit être d’au moins 12 € : c’est votre réponse à « Its value? »',
  ],
  [
    'it',
    'La risposta a «How much?» deve essere al massimo 7000,70 €: il 70% della tua risposta a «Its value?»',
    'La risposta a «Until» deve essere 25 dicembre 2026 o una data successiva: 1 giorno dopo la tua risposta a «Its value?»',
    'La risposta a «Until» deve essere dicembre 2026 o un mese precedente: 6 mesi prima della tua risposta a «Its value?»',
    'La risposta a «How much?» deve essere almeno 12 €: è la tua risposta a «Its value?»',
  ],
  [
    'nl',
    'Het antwoord op “How much?” moet € 7.000,70 of minder zijn: 70% van je antwoord op “Its value?”',
    'Het antwoord op “Until” mag niet vóór 25 december 2026 liggen: 1 dag na je antwoord op “Its value?”',
    'Het antwoord op “Until” mag niet na december 2026 liggen: 6 maanden vóór je antwoord op “Its value?”',
    'Het antwoord op “How much?” moet € 12 of meer zijn: dat is je antwoord op “Its value?”',
  ],
])('in %s a limit that another answer sets is told with that answer', (locale, ...expected) => {
  const value = { ...field, id: 'value', place: { name: 'value' }, words: { title: 'Its value?' } }
  const shown = shownIn(locale)
  const hints = translator(locale, { chrome: words(locale, 'hints'), errors: {} }).t
  const said = (title: string, limit: number | string, limits: AnswerLimit) => {
    const limited = { ...field, kind: 'amount', words: { title }, limits: [limits] }
    const [step] = withLimitWords([{ id: 'one', title: 'One', fields: [value, limited] }], locale, hints)
    const problem = { field: 'x', code: limits.code, params: { limit, of: 'value', by: 0 } }
    return sentence(problem, step?.fields[1] ?? field, shown, translate(locale)).replaceAll('\u00a0', ' ')
  }
  expect([
    said('How much?', 7000.7, { code: 'maximum', field: 'value', factor: 0.7 }),
    said('Until', '2026-12-25', { code: 'earliest', field: 'value', offset: '1d' }),
    said('Until', '2026-12', { code: 'latest', field: 'value', offset: '-6m' }),
    said('How much?', 12, { code: 'minimum', field: 'value' }),
  ]).toEqual(expected)
})
