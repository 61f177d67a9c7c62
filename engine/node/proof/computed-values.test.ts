import { expect, test } from 'vitest'
import type { ComputedDefinition, FormDefinition, When } from '#schemas/generated/form.ts'
import { onDay } from '../../form/journey/compute.ts'
import { journey } from '../../form/journey/journey.ts'
import { prove } from '../../form/proof/prove.ts'
import { resolved } from '../../form/testing/forms.ts'
import { judgesOf } from '../validators.ts'

const fields: NonNullable<FormDefinition['steps'][string]['fields']> = {
  residence: { title: 'Which?', options: { primary: 'Main', secondary: 'Second', let: 'Let' } },
  rooms: { kind: 'integer', title: 'Rooms', minimum: 1, maximum: 20 },
  area: { kind: 'integer', title: 'Area', minimum: 10, maximum: 2000, optional: true },
  extras: { title: 'Extras', multiple: true, exclusive: 'none', options: { pool: 'Pool', lift: 'Lift', none: 'None' } },
  born: { kind: 'date', title: 'Born', latest: 'today' },
}

/** What the proof says of a form in which a last step is asked on a condition. */
function proofOf(computed: Record<string, ComputedDefinition>, when: When) {
  const form = resolved({
    ...{ locales: ['en'], title: 'Cover', computed },
    steps: {
      home: { title: 'The home', fields },
      drivers: {
        ...{ title: 'Drivers', as: 'drivers', repeat: { min: 1, max: 3, title: 'Driver', add: 'Add' } },
        fields: { claims: { kind: 'integer', title: 'Claims', maximum: 3 } },
      },
      last: { title: 'Last', when, fields: { why: { kind: 'text', title: 'Why?' } } },
    },
  })
  const { problems, vectors } = prove(form, { judges: judgesOf(form, '2026-03-01'), today: '2026-03-01' })
  const asks = vectors.map((vector) => journey(onDay(form, '2026-03-01'), vector).steps.some(({ id }) => id === 'last'))
  return { messages: problems.map(({ message }) => message), asks: [...new Set(asks)].toSorted(), vectors }
}

const table = { field: 'residence', values: { primary: 10, secondary: 3, let: 0 } }
const score: ComputedDefinition = {
  sum: [table, { field: 'rooms', factor: 2 }, { field: 'extras', values: { pool: 7 }, default: 1 }],
}
const never = 'The step "last" is never reached: its condition cannot hold.'

test('a condition on a score is met both ways, and no vector says what is computed', () => {
  const { messages, asks, vectors } = proofOf({ score }, { score: { minimum: 30 } })
  expect([messages, asks]).toEqual([[], [false, true]])
  expect(vectors.flatMap((vector) => Object.keys(vector))).not.toContain('score')
})

test('one value among all is found, and one that no answers make is not', () => {
  expect(proofOf({ score }, { score: 58 }).asks).toEqual([false, true])
  expect(proofOf({ score }, { score: { minimum: 59 } }).messages).toEqual([never])
  // Twice the rooms is even, and the table adds 10, 3 or nothing.
  const even = {
    sum: [
      { field: 'rooms', factor: 2 },
      { ...table, values: { primary: 10, secondary: 4, let: 0 } },
    ],
  }
  expect(proofOf({ even }, { even: 33 }).messages).toEqual([never])
  expect(proofOf({ even }, { even: 32 }).asks).toEqual([false, true])
})

test('what always holds is told', () => {
  expect(proofOf({ score }, { score: { minimum: 2 } }).messages).toEqual([
    'The condition of step "last" always holds. Remove it.',
  ])
})

test('of numbers with many values those are found at which a condition begins to hold', () => {
  const cover: ComputedDefinition = {
    sum: [{ product: [{ field: 'area' }, { field: 'rooms' }, 0.1] }, table],
    round: 1,
  }
  expect(proofOf({ cover }, { cover: { minimum: 4000.1 } }).asks).toEqual([false, true])
  expect(proofOf({ cover }, { cover: { minimum: 4010.1 } }).messages).toEqual([never])
  expect(proofOf({ cover }, { cover: { minimum: 3970, maximum: 3980 } }).asks).toEqual([false, true])
})

test('ages, counts and what items add up to are walked too', () => {
  expect(proofOf({ years: { age: 'born' } }, { years: { minimum: 70, maximum: 70 } }).asks).toEqual([false, true])
  const old = { sum: [{ field: 'years' }, { field: 'rooms', factor: 10 }] }
  expect(proofOf({ old, years: { age: 'born' } }, { old: { exclusiveMinimum: 260 } }).asks).toEqual([false, true])
  expect(proofOf({ extras2: { count: 'extras' } }, { extras2: { minimum: 3 } }).messages).toEqual([never])
  const claims: ComputedDefinition = { sum: [{ field: 'drivers.#.claims' }] }
  expect(proofOf({ claims }, { claims: 9 }).asks).toEqual([false, true])
  expect(proofOf({ claims }, { claims: { minimum: 10 } }).messages).toEqual([never])
  const each: ComputedDefinition = { sum: [{ product: [{ field: 'claims' }, { field: 'years' }] }] }
  expect(proofOf({ each, claims, years: { age: 'born' } }, { each: { minimum: 600 } }).asks).toEqual([false, true])
})

test('what is made of too many answers is said, and not walked', () => {
  const options = Array.from({ length: 16 }, (_, index) => [`o${index}`, 2 ** index])
  const steps = {
    all: {
      title: 'All',
      fields: {
        first: { kind: 'yes-no', title: 'First?' },
        many: { title: 'Many', multiple: true, options: Object.fromEntries(options.map(([id]) => [id, String(id)])) },
        last: { kind: 'yes-no', title: 'Last?', when: { sum: 5 } },
      },
    },
  } satisfies FormDefinition['steps']
  const sum = [
    { field: 'first', values: { true: 1, false: 0 } },
    { field: 'many', values: Object.fromEntries(options) },
  ]
  const form = resolved({ locales: ['en'], title: 'Many', computed: { sum: { sum } }, steps })
  const { problems } = prove(form, { judges: judgesOf(form, '2026-03-01'), today: '2026-03-01' })
  expect(problems.map(({ message }) => message)).toEqual([
    'Too many different answers make "sum" to prove what reads it. Let it read fewer fields, or fields with fewer answers.',
  ])
})
