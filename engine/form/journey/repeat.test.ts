import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FormDefinition } from '#schemas/generated/form.ts'
import { flatAnswers, leadContent, mapLead, nestAnswers } from '../lead/lead.ts'
import type { Answers, Judges } from '../model/answers.ts'
import { lenient, resolved } from '../testing/forms.ts'
import { mappedLead } from '../testing/mapped-lead.ts'
import { readAnswers, writeAnswers } from './form-data.ts'
import { everyField, journey } from './journey.ts'
import { type Turn, turn } from './turn.ts'
import { validate } from './validation/validate.ts'

const definition: FormDefinition = {
  locales: ['en'],
  title: 'Car loan',
  steps: {
    loan: { title: 'Loan', fields: { together: { kind: 'yes-no', title: 'Together?' } } },
    partner: {
      title: 'Your co-borrower',
      as: 'coBorrower',
      when: { together: true },
      fields: {
        working: { kind: 'yes-no', title: 'Working?' },
        employer: { kind: 'text', title: 'Employer', when: { working: true } },
        since: { kind: 'text', title: 'Since', when: { together: true } },
      },
    },
    drivers: {
      title: 'Drivers',
      as: 'drivers',
      repeat: { min: 1, max: 3, title: 'Driver', add: 'Add a driver' },
      fields: {
        name: { kind: 'given-name' },
        accidents: { type: 'integer', title: 'Accidents', maximum: 9 },
        when: { kind: 'text', title: 'When?', when: { accidents: { minimum: 1 } } },
      },
    },
    discount: {
      title: 'Discount',
      when: { drivers: { minimum: 2 }, 'coBorrower.working': true },
      fields: { voucher: { kind: 'text', title: 'Voucher', optional: true } },
    },
  },
}
const form = resolved(definition)
const full: Answers = {
  together: true,
  'coBorrower.working': true,
  'coBorrower.employer': 'ACME',
  'coBorrower.since': '2020',
  drivers: 2,
  'drivers.0.name': 'Ada',
  'drivers.0.accidents': 0,
  'drivers.1.name': 'Grace',
  'drivers.1.accidents': 1,
  'drivers.1.when': 'May',
}
const nested = {
  together: true,
  coBorrower: { working: true, employer: 'ACME', since: '2020' },
  drivers: [
    { name: 'Ada', accidents: 0 },
    { name: 'Grace', accidents: 1, when: 'May' },
  ],
}
const asked = (answers: Answers) =>
  Object.fromEntries(
    journey(form, answers).steps.map(({ id, asked }) => [id, asked.map((field) => field.id).join(' ')]),
  )

test('a group is asked as often as the answers say; conditions read the own item first', () => {
  expect(asked({})).toEqual({ loan: 'together', drivers: 'drivers drivers.0.name drivers.0.accidents' })
  expect(asked(full)).toMatchObject({
    partner: 'coBorrower.working coBorrower.employer coBorrower.since',
    drivers: 'drivers drivers.0.name drivers.0.accidents drivers.1.name drivers.1.accidents drivers.1.when',
    discount: 'voucher',
  })
  expect(asked({ ...full, drivers: 1 })).not.toHaveProperty('discount')
  expect(journey(form, { ...full, drivers: 1 }).answers).not.toHaveProperty('drivers.1.name')
})

test('a count beyond the limits is a problem and asks no more than the limit', () => {
  const judges: Judges = () => (values) =>
    Number(values.drivers) > 3 ? [{ field: 'drivers', code: 'maximum', params: { limit: 3 } }] : []
  const route = journey(form, { ...full, drivers: 1e6 })
  expect(everyField(form, { drivers: 1e6 }).filter(({ id }) => id.endsWith('.name'))).toHaveLength(3)
  expect(validate(route, judges)).toMatchObject([{ field: 'drivers' }, ...Array(2).fill({ code: 'required' })])
})

test('each item is judged by itself, and its problems carry its place', () => {
  const judges: Judges = (step) => (values) =>
    step === 'drivers' && values['drivers.#.name'] === 'Grace'
      ? [{ field: 'drivers.#.name', code: 'pattern', params: {} }]
      : []
  expect(validate(journey(form, full), judges)).toEqual([{ field: 'drivers.1.name', code: 'pattern', params: {} }])
})

test('a lead nests what the form nests, and a partner’s map reads into it', () => {
  expect(leadContent(form, full).answers).toEqual(nested)
  expect(flatAnswers(form, nested)).toEqual({ answers: full, problems: [] })
  const map = { employer: 'coBorrower.employer', first: 'drivers.0.name', all: 'drivers', none: 'drivers.7.name' }
  expect(mapLead(map, { ...mappedLead, answers: nested })).toEqual({
    employer: 'ACME',
    first: 'Ada',
    all: nested.drivers,
  })
})

test('what does not nest as the form does is named', () => {
  const { problems } = flatAnswers(form, {
    drivers: [{ name: 'Ada', shoe: 1 }, 'Grace'],
    coBorrower: [],
    'drivers.0.name': 'x',
    'drivers.#.name': 'x',
    __proto__: 1,
    constructor: {},
  })
  expect(problems.map(({ field, code }) => [field, code])).toEqual([
    ['drivers.0.shoe', 'unknown'],
    ['drivers.1', 'object'],
    ['coBorrower', 'object'],
    ['drivers.0.name', 'unknown'],
    ['drivers.#.name', 'unknown'],
    ['constructor', 'unknown'],
  ])
  expect(flatAnswers(form, { drivers: { 0: {} } }).problems).toMatchObject([{ field: 'drivers', code: 'array' }])
})

const post = (go: string, answers: Answers) =>
  turn(form, 'drivers', [...writeAnswers(everyField(form, answers), answers, 'en'), ['go', go]], lenient) as Turn & {
    kind: 'show'
  }

test('buttons add and remove, as far as the limits go, and nothing typed is lost', () => {
  const added = post('add', { ...full, 'drivers.1.when': 'x' })
  expect(added).toMatchObject({ kind: 'show', problems: [], revealed: 'drivers.2.name', answers: { drivers: 3 } })
  expect(post('add', { ...full, drivers: 3 })).toMatchObject({ answers: { drivers: 3 }, revealed: null })
  const removed = post('remove-0', full)
  expect(removed).toMatchObject({ answers: { drivers: 1, 'drivers.0.name': 'Grace', 'drivers.0.when': 'May' } })
  expect(Object.keys(removed.answers).filter((id) => id.startsWith('drivers.1'))).toEqual([])
  expect(post('remove-0', { ...full, drivers: 1 })).toMatchObject({ answers: { drivers: 1, 'drivers.0.name': 'Ada' } })
  for (const odd of ['remove-9', 'remove-x', 'remove--1', 'remove-', 'add2'])
    expect(post(odd, full)).toMatchObject({ kind: 'show', answers: { drivers: 2 } })
})

test('nesting and hidden inputs keep every answer', () => {
  const text = fc.constantFrom('Ada', 'Grace', 'a.b', '#')
  const item = fc.record({ name: text, accidents: fc.nat(9), when: text }, { requiredKeys: [] })
  const tree = fc.record({ together: fc.boolean(), drivers: fc.array(item, { minLength: 1, maxLength: 3 }) })
  fc.assert(
    fc.property(tree, (given) => {
      const { answers, problems } = flatAnswers(form, given)
      expect(problems).toEqual([])
      expect(nestAnswers(form, answers)).toEqual(given)
      expect(readAnswers(form, writeAnswers(everyField(form, answers), answers, 'en'))).toEqual(answers)
    }),
  )
})
