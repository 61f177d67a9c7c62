// Holds the table of markets in locales/README.md to site.json, and every hint and message to the table.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allFields } from '../form/model/form.ts'
import { dayText, type Shown } from '../form/values/day-text.ts'
import { isFictionalPhone, isPostalCode, postalCodePattern } from '../form/values/formats.ts'
import { readNumber } from '../form/values/numbers.ts'
import { internationalPhone } from '../form/values/phone-number.ts'
import type { Site } from '../site/site.ts'
import { repositorySite } from './testing/repository.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const [head = [], , ...rows] = (read('locales/README.md').split('# Markets\n')[1] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const markets = rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])))
const site = await repositorySite()

const withPlainSpaces = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test('the table has the languages of site.json, each with its country and currency', () => {
  const { locales } = site.definition
  const said = markets.map(({ language, country, currency }) => [language, country, currency])
  expect(said).toEqual(Object.entries(locales).map(([locale, market]) => [locale, market.country, market.currency]))
})

describe.each(markets)('in $language', (market) => {
  const { language = '', country = '' } = market
  const shown = { locale: language, market: site.definition.locales[language] } as Shown
  const texts = examplesIn(site, language)

  test('the examples of the table are right', () => {
    expect(isPostalCode(market.postcode ?? '', country)).toBe(true)
    expect(isFictionalPhone(internationalPhone(market.telephone ?? '', country) ?? '')).toBe(true)
    expect(withPlainSpaces(dayText('1985-03-27', shown))).toBe(market.date)
    expect(readNumber(market.number ?? '', language)).toBe(1250.5)
    const [before = '', after = ''] = market['quotation marks']?.split('…') ?? []
    const { format } = JSON.parse(read(`locales/${language}/errors.json`))
    expect(withPlainSpaces(format)).toContain(`${before}{{title}}${after}`)
  })

  test('e-mail addresses reach nobody, and no telephone number is shown', () => {
    const found = (pattern: RegExp) =>
      texts.flatMap(({ text, country }) =>
        (withPlainSpaces(text).match(pattern) ?? []).map((example) => ({ example, country })),
      )
    const addresses = found(/\S+@\S*[a-z]/g).map(({ example }) => example)
    expect(addresses.length).toBeGreaterThan(0)
    expect(addresses.filter((address) => !/@example\.(com|org)$/.test(address))).toEqual([])
    // A number to copy would belong to somebody, or make a lead a test.
    expect(found(/\+?\d(?: ?\d){8,}/g)).toEqual([])
  })

  test('postcodes, dates and numbers are written as people there write them', () => {
    const postcodes = texts.filter(({ kind }) => kind?.startsWith('postal-code'))
    expect(postcodes.length).toBeGreaterThan(1)
    const without = postcodes.filter(
      ({ text, country }) => /\d/.test(text) && !new RegExp(`\\b(?:${postalCodePattern(country)})\\b`).test(text),
    )
    expect(without).toEqual([])
    const dates = texts.flatMap(({ text }) => text.match(/\b\d{1,2} \d{1,2} \d{4}\b/g) ?? [])
    expect(dates.length).toBeGreaterThan(0)
    expect(dates.filter((date) => Number(date.split(' ')[1]) > 12)).toEqual([])
    const figures = texts
      .filter(({ kind }) => kind === 'amount' || kind === 'integer')
      .flatMap(({ text }) => text.match(/\d(?:[\d.,\u00a0\u202f]*\d)?/g) ?? [])
    expect(figures.length).toBeGreaterThan(20)
    expect(figures.filter((figure) => !isWritten(figure, language))).toEqual([])
  })
})

interface Example {
  /** The kind of what it is about. */
  kind: string | null
  /** Where: the market of a form may not be that of its language. */
  country: string
  text: string
}

/** Hints and messages of all forms, and of the kinds themselves. */
function examplesIn({ forms: { ids: formIds, version: form }, definition: site }: Site, locale: string): Example[] {
  const ofForms = formIds.flatMap((id) => {
    const resolved = form(id, locale)?.form
    if (!resolved) return []
    const { country } = resolved.market
    return allFields(resolved).flatMap(({ kind, words }) => helpOf(words).map((text) => ({ kind, country, text })))
  })
  const kinds: Record<string, { hint?: string; errors?: Record<string, string> }> = JSON.parse(
    read(`locales/${locale}/kinds.json`),
  )
  const country = site.locales[locale]?.country ?? ''
  const ofKinds = Object.entries(kinds).flatMap(([kind, words]) =>
    helpOf(words).map((text) => ({ kind, country, text })),
  )
  return [...ofForms, ...ofKinds]
}

function helpOf({ hint, errors = {} }: { hint?: string; errors?: Readonly<Record<string, string>> }): string[] {
  return [...(hint === undefined ? [] : [hint]), ...Object.values(errors)]
}

/** Whether figures stand as the language writes the number that it reads in them, grouped or not. */
function isWritten(figure: string, locale: string): boolean {
  const value = readNumber(figure, locale)
  if (value === null) return false
  const decimals = /[.,](\d{1,2})$/.exec(figure)?.[1]?.length ?? 0
  const ways = (['always', false] as const).map((useGrouping) =>
    new Intl.NumberFormat(locale, { useGrouping, minimumFractionDigits: decimals }).format(value),
  )
  return ways.map(withPlainSpaces).includes(withPlainSpaces(figure))
}
