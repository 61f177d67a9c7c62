import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TariffDelivery } from '#schemas/generated/deliveries/tariff.ts'
import type { TariffTable } from '#schemas/generated/tariff-table.ts'
import type { Answers } from '../model/answers.ts'
import { bandHoles, overlappingBands, unusedRows } from './table-rows.ts'
import { conditionsIn, firstRow, relevantAnswers, tariffOffers } from './tariff.ts'
import { answerClasses, unmatchedAnswers } from './unmatched-answers.ts'

const home: TariffDelivery = {
  kind: 'tariff',
  table: 'home',
  date: '2026-07-01',
  columns: {
    type: { field: 'propertyType', compare: 'option' },
    alarm: { field: 'alarm', compare: 'option' },
    age: { field: 'age', compare: 'band' },
    area: { field: 'postcode', compare: 'start' },
    basic: { value: 'basic' },
    plus: { value: 'plus' },
  },
  offers: [
    { product: 'Basic', price: { amount: { sum: [{ field: 'basic' }] }, period: 'year' } },
    {
      product: 'Plus',
      price: {
        amount: { sum: [{ field: 'plus' }, { field: 'extras', values: { pool: 12.5 }, default: 1 }] },
        period: 'year',
      },
      parts: [{ name: 'Tax', amount: { sum: [{ product: [{ field: 'plus' }, 0.12] }] } }],
      excess: 100,
    },
  ],
}

const table: TariffTable = {
  columns: ['type', 'alarm', 'age', 'area', 'basic', 'plus'],
  rows: [
    ['flat', 'yes', '18-25', 'SW', '101.005', '150.25'],
    ['flat', '*', '18-25', '', '120', ''],
    ['house', 'no', '26+', '10*', '200', '300'],
  ],
}

const answers: Answers = {
  propertyType: 'flat',
  alarm: true,
  age: 25,
  postcode: 'sw1a 1aa',
  extras: ['pool', 'garage'],
  email: 'ada@example.com',
}

test('the first row that matches gives the offers, in exact decimals', () => {
  expect(tariffOffers(home, table, answers)).toEqual([
    { product: 'Basic', price: { amount: 101.01, period: 'year' }, asOf: '2026-07-01' },
    {
      product: 'Plus',
      price: { amount: 163.75, period: 'year' },
      parts: [{ name: 'Tax', amount: 18.03 }],
      excess: 100,
      asOf: '2026-07-01',
    },
  ])
})

test('an offer that reads an empty cell is left out, and without a row there is none', () => {
  expect(tariffOffers(home, table, { ...answers, alarm: false }).map(({ product }) => product)).toEqual(['Basic'])
  expect(tariffOffers(home, table, { ...answers, age: 26 })).toEqual([])
  const { age: _, ...without } = answers
  expect(tariffOffers(home, table, without)).toEqual([])
})

test('only the answers that a tariff reads are kept', () => {
  const { email: _, ...read } = answers
  expect(relevantAnswers(home, answers)).toEqual(read)
  const drivers = { ...home, offers: [{ product: 'A', excess: { sum: [{ field: 'drivers.#.claims' }] } }] }
  expect(relevantAnswers(drivers, { drivers: 2, 'drivers.0.claims': 1, 'drivers.1.claims': 3 })).toEqual({
    'drivers.0.claims': 1,
    'drivers.1.claims': 3,
  })
})

/** A table of one number, with a value. */
const byAge = { columns: { age: { field: 'age', compare: 'band' as const }, price: { value: 'price' } } }
const conditions = (of: TariffTable) => conditionsIn(byAge, of)
const ofBands = (bands: readonly string[]): TariffTable => ({
  columns: ['age', 'price'],
  rows: bands.map((band, index) => [band, String(index + 1)]),
})

const anyBand = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 30 }))
  .map(([from, more]): [number, number] => [from, from + more])

test('of the rows that match the first counts', () => {
  fc.assert(
    fc.property(fc.array(anyBand, { minLength: 1, maxLength: 12 }), fc.integer({ min: 0, max: 100 }), (bands, age) => {
      const row = firstRow(byAge, ofBands(bands.map(([from, to]) => `${from}-${to}`)), { age })
      expect(row).toBe(bands.findIndex(([from, to]) => from <= age && age <= to))
    }),
  )
})

test('in a table without gaps every answer has exactly one row', () => {
  const edges = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 10 })
  fc.assert(
    fc.property(edges, fc.integer({ min: 0, max: 120 }), (cuts, age) => {
      const starts = [0, ...cuts.toSorted((one, other) => one - other)]
      const bands = starts.map((from, at) =>
        at + 1 < starts.length ? `${from}-${(starts[at + 1] ?? 0) - 1}` : `${from}+`,
      )
      const whole = ofBands(bands)
      const matching = bands.filter((band) => firstRow(byAge, ofBands([band]), { age }) === 0)
      expect(matching).toHaveLength(1)
      expect(bands[firstRow(byAge, whole, { age })]).toBe(matching[0])
      const isWhole = () => true
      expect(unusedRows(conditions(whole), whole)).toEqual([])
      expect(overlappingBands(conditions(whole), whole, isWhole)).toEqual([])
      expect(bandHoles(conditions(whole), whole, isWhole)).toEqual([])
      const [column] = conditions(whole)
      const classes = column ? [answerClasses(column, whole, { type: 'integer' }, { least: 0, most: Infinity })] : []
      expect(unmatchedAnswers(conditions(whole), whole, classes, () => true)).toBeNull()
    }),
  )
})

test('answers without a row are found, and only such', () => {
  fc.assert(
    fc.property(fc.array(anyBand, { minLength: 1, maxLength: 8 }), (bands) => {
      const some = ofBands(bands.map(([from, to]) => `${from}-${to}`))
      const [column] = conditions(some)
      const classes = column ? [answerClasses(column, some, { type: 'integer' }, { least: 0, most: 100 })] : []
      const found = unmatchedAnswers(conditions(some), some, classes, () => true)
      const missing = Array.from({ length: 101 }, (_, age) => age).filter(
        (age) => !bands.some(([from, to]) => from <= age && age <= to),
      )
      expect(found === null ? missing : [found[0]?.answer].filter((age) => !missing.includes(Number(age)))).toEqual([])
    }),
  )
})

test('a row that an earlier one covers never counts', () => {
  const rows = [
    ['flat', '*', '18-40', '', '1', ''],
    ['flat', 'yes', '20-30', 'SW', '2', ''],
    ['house', '*', '18-40', 'SW', '3', ''],
    ['house', '*', '18-40', 'SW1', '4', ''],
    ['house', '*', '18-41', 'SW1', '5', ''],
  ]
  const covered = { ...table, rows }
  expect(unusedRows(conditionsIn(home, covered), covered)).toEqual([
    { row: 1, coveredBy: 0 },
    { row: 3, coveredBy: 2 },
  ])
})

test('bands that overlap are named where all else is alike, and stretches without a band', () => {
  const isWhole = (whole: boolean) => () => whole
  const touching = ofBands(['0-50', '50-100', '120+'])
  const found = overlappingBands(conditions(touching), touching, isWhole(true))
  expect(found.map(({ row, other }) => [row, other])).toEqual([[1, 0]])
  expect(overlappingBands(conditions(touching), touching, isWhole(false))).toEqual([])
  const holes = bandHoles(conditions(touching), touching, isWhole(true))
  expect(holes.map(({ row, from, to }) => [row, from, to])).toEqual([[2, 101, 119]])
  const other = {
    ...table,
    rows: [
      ['flat', '', '18-30', '', '1', ''],
      ['house', '', '25-40', '', '1', ''],
    ],
  }
  expect(overlappingBands(conditionsIn(home, other), other, isWhole(true))).toEqual([])
})
