// A figure that is shown while a form is filled in: known as soon as its answers are, and right.
import { expect, test } from 'vitest'
import type { FormDefinition } from '#schemas/generated/form.ts'
import type { Answers } from '../model/answers.ts'
import { lookUpIn } from '../tariff/tariff.ts'
import { resolved } from '../testing/forms.ts'
import { knowsTables, learnTables } from './compute.ts'
import { estimateOf, estimateText, estimateTold } from './estimate.ts'
import { journey } from './journey.ts'

const loan: FormDefinition = {
  locales: ['en'],
  title: 'Loan',
  computed: {
    monthly: { payment: { amount: 'amount', months: 'months', rate: 9.9 } },
    round: { payment: { amount: 'amount', months: 'months', rate: 5 }, round: 0 },
    total: { sum: [{ product: [{ field: 'monthly' }, { field: 'months' }] }], round: 0 },
  },
  estimate: { title: 'Monthly', value: 'monthly', assumption: 'At [9.9%](page:rates).' },
  steps: {
    loan: {
      title: 'Loan',
      fields: {
        secured: { kind: 'yes-no', title: 'Secured?' },
        amount: { kind: 'amount', title: 'How much?', minimum: 500, maximum: 50_000, when: { secured: false } },
        months: { kind: 'integer', title: 'How long?', minimum: 6, maximum: 120 },
      },
    },
    you: { title: 'You', fields: { email: { kind: 'email' } } },
  },
}

function figure(form: ReturnType<typeof resolved>, answers: Answers): string | null {
  const found = estimateOf(form, journey(form, answers))
  return found && estimateText(found, form)
}

test('a loan’s payment is shown once both its answers are there and valid, to the cent', () => {
  const form = resolved(loan)
  const all = { secured: false, amount: 8000, months: 48 }
  expect(figure(form, all)).toBe('£200.90')
  expect(figure(form, { ...all, email: 'ada@example.com' })).toBe('£200.90')
  expect(figure(form, { secured: false, amount: 8000 })).toBeNull()
  for (const amount of [499, 50_001, 'much']) expect(figure(form, { ...all, amount })).toBeNull()
  for (const months of [5, 12.5, 121]) expect(figure(form, { ...all, months })).toBeNull()
  // It is not asked, so there is no loan.
  expect(figure(form, { ...all, secured: true })).toBeNull()
})

test('a range is shown with both its ends, a number with what it counts', () => {
  const estimate = { title: 'From to', from: 'monthly', to: 'round', assumption: 'Roughly.' }
  const answers = { secured: false, amount: 8000, months: 48 }
  expect(figure(resolved({ ...loan, estimate }), answers)).toMatch(/^£184\.00\s?–\s?£200\.90$/)
  const months = { title: 'In all', value: 'total', unit: 'pounds', assumption: 'Roughly.' }
  expect(figure(resolved({ ...loan, estimate: months }), answers)).toBe('9,643\u00a0pounds')
})

test('a lead tells it by the values that it holds, and its assumption without links', () => {
  const form = resolved(loan)
  const held = { secured: false, amount: 8000, months: 48, monthly: 199.5 }
  expect(estimateTold(form, held)).toEqual({ title: 'Monthly', figure: '£199.50', assumption: 'At 9.9%.' })
  expect(estimateTold(form, { secured: true, months: 48 })).toBeNull()
})

const columns = {
  animal: { field: 'pets.#.animal', compare: 'option' },
  area: { field: 'area', compare: 'start' },
  age: { field: 'pets.#.age', compare: 'band' },
} as const
const pets: FormDefinition = {
  locales: ['en'],
  title: 'Pets',
  computed: { price: { table: 'pets', columns, value: 'price' } },
  estimate: { title: 'Price', value: 'price', assumption: 'Of 2026.' },
  steps: {
    home: { title: 'Home', fields: { area: { kind: 'text', title: 'Where?' } } },
    pets: {
      title: 'Pets',
      as: 'pets',
      repeat: { min: 1, max: 4, title: 'Pet', add: 'Add' },
      fields: {
        animal: { title: 'Which?', options: { dog: 'A dog', cat: 'A cat', fish: 'A fish' } },
        age: { kind: 'integer', title: 'How old?', maximum: 30 },
      },
    },
  },
}
const table = {
  columns: ['animal', 'area', 'age', 'price'],
  rows: [
    ['dog', 'SW', '0-6', '14.10'],
    ['dog', '*', '*', '20.20'],
    ['cat', '*', '*', '7'],
    ['fish', '*', '0-1', ''],
  ],
}

test('a table has a value for each item, and they are added up; one without a row leaves no figure', () => {
  const form = resolved(pets)
  expect(knowsTables(form)).toBe(false)
  const two = {
    area: 'sw1a',
    pets: 2,
    'pets.0.animal': 'dog',
    'pets.0.age': 3,
    'pets.1.animal': 'cat',
    'pets.1.age': 9,
  }
  expect(figure(form, two)).toBeNull()
  learnTables(new Map([['', lookUpIn(table)]]))
  expect(knowsTables(form)).toBe(true)
  expect(figure(form, two)).toBe('£21.10')
  expect(figure(form, { ...two, area: 'M1' })).toBe('£27.20')
  expect(figure(form, { ...two, pets: 1 })).toBe('£14.10')
  expect(figure(form, { ...two, pets: 3 })).toBeNull()
  expect(figure(form, { ...two, 'pets.1.animal': 'fish' })).toBeNull()
  // A row without a number.
  expect(figure(form, { ...two, 'pets.1.animal': 'fish', 'pets.1.age': 1 })).toBeNull()
})

test('tables that are no longer current are known for a while, and those that are always', () => {
  const version = (index: number) => `version ${index}`
  const known = (index: number) => {
    const form = resolved(pets)
    const [price] = form.computed ?? []
    if (!price || !('table' in price.computed)) throw new Error('It reads no table.')
    return knowsTables({ ...form, computed: [{ ...price, computed: { ...price.computed, version: version(index) } }] })
  }
  learnTables(new Map([[version(0), lookUpIn(table)]]))
  for (let index = 1; index <= 50; index++) learnTables(new Map([[version(index), lookUpIn(table)]]))
  expect([known(0), known(50)]).toEqual([true, true])
  const many = Array.from({ length: 80 }, (_, index) => [version(100 + index), lookUpIn(table)] as const)
  learnTables(new Map(many))
  expect([known(0), known(50), known(100), known(179)]).toEqual([false, true, true, true])
})
