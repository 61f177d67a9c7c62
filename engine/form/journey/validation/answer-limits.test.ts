import { expect, test } from 'vitest'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { Answers } from '../../model/answers.ts'
import { limitedField } from '../../model/limits/limits.ts'
import { stepNeeds, upTo } from '../../model/step-schema.ts'
import { lenient, resolved } from '../../testing/forms.ts'
import { journey } from '../journey.ts'
import { turn } from '../turn.ts'
import { validate } from './validate.ts'

const loan = resolved({
  locales: ['en'],
  title: 'Loan',
  steps: {
    car: {
      title: 'The car',
      fields: {
        hasCar: { kind: 'yes-no', title: 'A car?' },
        value: { kind: 'amount', title: 'What is it worth?', when: { hasCar: true } },
      },
    },
    loan: {
      title: 'The loan',
      fields: {
        amount: { kind: 'amount', title: 'How much?', maximum: [6000, { field: 'value', factor: 0.7 }] },
        months: { type: 'integer', title: 'Months', minimum: { field: 'amount', factor: 0.001 } },
      },
    },
    you: { title: 'You', fields: { name: { kind: 'text', title: 'Name' } } },
  },
} satisfies FormDefinition)

const found = (form: typeof loan, answers: Answers) =>
  validate(journey(form, answers), lenient).map(({ field, code, params }) => [field, code, params.limit, params.of])

const car = { hasCar: true, months: 12, name: 'Ada' }

test.each([
  [7000.7, 10_001, []],
  [7000.71, 10_001, [['amount', 'maximum', 7000.7, 'value']]],
  [7000.69, 10_001, []],
  [350, 500, []],
  [350.01, 500, [['amount', 'maximum', 350, 'value']]],
])('an amount of %d for a car of %d', (amount, value, problems) => {
  expect(found(loan, { ...car, amount, value })).toEqual(problems)
})

test('the code of limits comes with the first step that has some', () => {
  const needs = loan.steps.map(({ id }) => stepNeeds(upTo(loan, id).steps))
  expect(needs.map((each) => each.includes('limits'))).toEqual([false, true, true])
})

test('an answer that is not there, not asked, or none of its kind sets no limit', () => {
  expect(found(loan, { ...car, amount: 5000 })).toEqual([['value', 'required', undefined, undefined]])
  expect(found(loan, { ...car, hasCar: false, amount: 5000, value: 100 })).toEqual([])
  expect(found(loan, { ...car, amount: 5000, value: 'much' })).toEqual([])
  expect(found(loan, { ...car, amount: 'much', value: 100 })).toEqual([])
})

test('a least whole number is the first above', () => {
  expect(found(loan, { ...car, amount: 5001, value: 9000, months: 5 })).toEqual([['months', 'minimum', 6, 'amount']])
  expect(found(loan, { ...car, amount: 5001, value: 9000, months: 6 })).toEqual([])
})

test('of several limits that were broken the tightest is told', () => {
  const judges = () => (values: object) =>
    'amount' in values && Number(values.amount) > 6000
      ? [{ field: 'amount', code: 'maximum', params: { limit: 6000 } }]
      : []
  const told = (value: number) => validate(journey(loan, { ...car, amount: 8000, value }), judges)[0]?.params
  expect(told(5000)).toEqual({ limit: 3500, of: 'value', by: 0 })
  expect(told(10_000)).toEqual({ limit: 6000 })
})

test('who goes back and lowers an answer is led to the one that it limits now', () => {
  const entries = (value: string): [string, string][] => [
    ['root[hasCar]', 'true'],
    ['root[value]', value],
    ['root[amount]', '5000'],
    ['root[months]', '12'],
    ['root[name]', 'Ada'],
  ]
  expect(turn(loan, 'you', entries('9000'), lenient)).toMatchObject({ kind: 'send' })
  expect(turn(loan, 'car', entries('4000'), lenient)).toMatchObject({ step: 'loan', problems: [] })
  for (const posted of ['loan', 'you'])
    expect(turn(loan, posted, entries('4000'), lenient)).toMatchObject({
      kind: 'show',
      step: 'loan',
      problems: [{ field: 'amount', code: 'maximum', params: { limit: 2800, of: 'value', by: 0 } }],
    })
})

const stay = resolved({
  locales: ['en'],
  title: 'Stay',
  steps: {
    first: { title: 'First', fields: { from: { kind: 'date', title: 'From' } } },
    rooms: {
      title: 'Rooms',
      as: 'rooms',
      repeat: { min: 1, max: 3, title: 'Room', add: 'Add' },
      fields: {
        from: { kind: 'date', title: 'In', earliest: 'today', optional: true },
        until: {
          kind: 'date',
          title: 'Out',
          earliest: { field: 'from', offset: '1d' },
          latest: { field: 'from', offset: '1m' },
          optional: true,
        },
        paid: {
          kind: 'month-year',
          title: 'Paid',
          latest: [{ field: 'from', offset: '-1d' }, '2029-05-10'],
          optional: true,
        },
      },
    },
    last: {
      title: 'Last',
      as: 'owner',
      fields: { until: { kind: 'date', title: 'Until', earliest: { field: 'from' }, optional: true } },
    },
  },
} satisfies FormDefinition)

test('days are counted from the answer of the same item, months as from any day', () => {
  const problems = (answers: Answers) => found(stay, { from: '2027-01-31', rooms: 2, ...answers })
  expect(problems({ 'rooms.0.from': '2028-01-31', 'rooms.0.until': '2028-01-31' })).toEqual([
    ['rooms.0.until', 'earliest', '2028-02-01', 'rooms.0.from'],
  ])
  expect(problems({ 'rooms.1.from': '2028-01-31', 'rooms.1.until': '2028-03-01' })).toEqual([
    ['rooms.1.until', 'latest', '2028-02-29', 'rooms.1.from'],
  ])
  expect(problems({ 'rooms.0.until': '2020-01-01', 'rooms.1.from': '2028-01-31' })).toEqual([])
  expect(problems({ 'rooms.0.from': '2028-02-01', 'rooms.0.paid': '2028-02' })).toEqual([
    ['rooms.0.paid', 'latest', '2028-01', 'rooms.0.from'],
  ])
  expect(problems({ 'rooms.0.from': '2028-02-30', 'rooms.0.until': '2020-01-01' })).toEqual([])
})

test('a field outside sets a limit within a group that has none of its name', () => {
  expect(found(stay, { from: '2027-01-31', 'owner.until': '2027-01-30' })).toEqual([
    ['owner.until', 'earliest', '2027-01-31', 'from'],
  ])
})

test('once a limit is known it stands in the schema and in the hint', () => {
  const field = (answers: Answers) => {
    const route = journey(loan, answers)
    const amount = route.steps[1]?.asked[0]
    if (!amount) throw new Error('Nothing is asked')
    const words = { ...amount.words, hint: 'At most £6,000.', limitedHint: 'At most {maximum}.' }
    const { schema, limits, words: told } = limitedField({ ...amount, words }, route.answers, loan)
    return [schema.maximum, told.hint, limits]
  }
  expect(field({ hasCar: true })).toEqual([6000, 'At most £6,000.', []])
  expect(field({ hasCar: true, value: 9000 })[1]).toBe('At most £6,000.')
  expect(field({ hasCar: true, value: -1 })[1]).toBe('At most £6,000.')
  expect(field({ hasCar: true, value: 5000.01 })).toEqual([
    3500,
    'At most £3,500.',
    [{ code: 'maximum', field: 'value', factor: 0.7, limit: 3500, by: 0 }],
  ])
})

test('a day that is known stands in the hint, in the words of the market', () => {
  const answers: Answers = { from: '2027-01-31', rooms: 1, 'rooms.0.from': '2027-02-28' }
  const asked = journey(stay, answers).steps.flatMap((step) => step.asked)
  const hinted = (id: string, limitedHint: string, bounds = {}) => {
    const field = asked.find((each) => each.id === id)
    if (!field) throw new Error(`${id} is not asked`)
    const { words, schema } = limitedField({ ...field, bounds, words: { ...field.words, limitedHint } }, answers, stay)
    expect(schema).toEqual(field.schema)
    return words.hint?.replaceAll('\u00a0', ' ')
  }
  expect(hinted('rooms.0.until', '{earliest} – {latest}')).toBe('1 March 2027 – 28 March 2027')
  expect(hinted('rooms.0.paid', '{latest}', { latest: '2027-01-31' })).toBe('January 2027')
  expect(hinted('owner.until', '{earliest}', { latest: '+1y' })).toBe('31 January 2027')
  expect(hinted('owner.until', '{earliest}', { latest: '2027-01-30' })).toBeUndefined()
  expect(hinted('owner.until', '{earliest} – {latest}')).toBeUndefined()
})
