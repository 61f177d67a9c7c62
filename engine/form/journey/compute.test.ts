import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ComputedDefinition, FormDefinition } from '#schemas/generated/form.ts'
import { flatAnswers, leadContent, mapLead, nestAnswers } from '../lead/lead.ts'
import type { Answers } from '../model/answers.ts'
import { resolved } from '../testing/forms.ts'
import { mappedLead } from '../testing/mapped-lead.ts'
import { onDay } from './compute.ts'
import { readAnswers } from './form-data.ts'
import { journey, screenedOutAt } from './journey.ts'

const steps: FormDefinition['steps'] = {
  home: {
    title: 'The home',
    fields: {
      residence: { title: 'Which?', options: { primary: 'Main', secondary: 'Second' } },
      rooms: { kind: 'integer', title: 'Rooms', optional: true, minimum: 1, maximum: 20 },
      extras: {
        ...{ title: 'Extras', multiple: true, exclusive: 'none', optional: true },
        options: { pool: 'Pool', garage: 'Garage', none: 'None' },
      },
    },
  },
  drivers: {
    title: 'Drivers',
    as: 'drivers',
    repeat: { min: 1, max: 3, title: 'Driver', add: 'Add' },
    fields: { claims: { kind: 'integer', title: 'Claims' }, fault: { kind: 'yes-no', title: 'Fault?' } },
  },
  you: {
    title: 'You',
    fields: {
      born: { kind: 'date', title: 'Born', optional: true },
      start: { kind: 'date', title: 'From', optional: true },
      smoker: { kind: 'yes-no', title: 'Do you smoke?' },
    },
  },
}

function formOf(computed: Record<string, ComputedDefinition>, more: Partial<FormDefinition> = {}) {
  return resolved({ locales: ['en'], title: 'Cover', computed, steps, ...more })
}

/** What a definition makes of answers. */
function computedFrom(definition: ComputedDefinition, answers: Answers, today = '2026-03-01') {
  return journey(onDay(formOf({ it: definition }), today), answers).answers.it
}

describe('a sum', () => {
  const score: ComputedDefinition = {
    sum: [
      1,
      { field: 'rooms', factor: 0.1 },
      { field: 'residence', values: { primary: 10, secondary: 3 } },
      { field: 'extras', values: { pool: 0.2 }, default: 0.1 },
      { product: [{ field: 'rooms' }, { field: 'drivers.#.claims' }, 0.5] },
    ],
  }

  test('adds constants, answers, tables and products, exactly', () => {
    const answers = { residence: 'primary', rooms: 3, extras: ['pool', 'garage'] }
    expect(computedFrom(score, answers)).toBe(11.6)
    expect(computedFrom(score, { ...answers, drivers: 2, 'drivers.0.claims': 1, 'drivers.1.claims': 2 })).toBe(16.1)
  })

  test('counts what is not answered, or is no answer, as 0', () => {
    expect(computedFrom(score, {})).toBe(1)
    expect(computedFrom(score, { rooms: 'three', residence: 'toString' })).toBe(1)
  })

  test('is rounded on request, halves away from zero', () => {
    const half = (times: number, round: number) =>
      computedFrom({ sum: [{ field: 'rooms', factor: times }], round }, { rooms: 1 })
    expect([2.5, -2.5, 2.4, -2.6, 1.005].map((times) => half(times, 0))).toEqual([3, -3, 2, -3, 1])
    expect(half(1.005, 2)).toBe(1.01)
  })

  test('is what whole cents make, whatever the order', () => {
    const cents = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(cents, (all) => {
        const expected = all.reduce((sum, each) => sum + each, 0) / 100
        const sum = all.map((each) => each / 100)
        expect(computedFrom({ sum }, {})).toBe(expected)
        expect(computedFrom({ sum: sum.toReversed() }, {})).toBe(expected)
      }),
    )
  })
})

test('a count is of items, of what was chosen without “none”, or of yes', () => {
  const answers = {
    drivers: 2,
    extras: ['pool', 'garage'],
    smoker: true,
    'drivers.0.fault': true,
    'drivers.1.fault': true,
  }
  expect(computedFrom({ count: 'drivers' }, answers)).toBe(2)
  expect(computedFrom({ count: 'extras' }, answers)).toBe(2)
  expect(computedFrom({ count: 'extras' }, { extras: ['none'] })).toBe(0)
  expect(computedFrom({ count: ['smoker', 'drivers.#.fault'] }, answers)).toBe(3)
  expect(computedFrom({ count: 'smoker' }, {})).toBe(0)
})

test('an age is in full years, to today or to a date, and absent without one', () => {
  const on = (today: string, born: string) => computedFrom({ age: 'born' }, { born }, today)
  expect(on('2026-03-01', '2008-03-01')).toBe(18)
  expect(on('2026-02-28', '2008-03-01')).toBe(17)
  // As with "latest": "-18y".
  expect([on('2026-02-28', '2008-02-29'), on('2026-03-01', '2008-02-29')]).toEqual([17, 18])
  expect(computedFrom({ age: 'born', asOf: 'start' }, { born: '2000-05-05', start: '2030-05-04' })).toBe(29)
  expect(computedFrom({ age: 'born', asOf: 'start' }, { born: '2000-05-05' })).toBeUndefined()
  expect([on('2026-03-01', '2026-03-02'), on('2026-03-01', '2026-02-30')]).toEqual([undefined, undefined])
  expect(computedFrom({ age: 'born' }, {})).toBeUndefined()
})

test('values read values, in whatever order they are written', () => {
  const form = formOf({
    whole: { sum: [{ field: 'half' }, { field: 'half' }, { field: 'years' }] },
    half: { sum: [{ field: 'rooms', factor: 0.5 }] },
    years: { age: 'born' },
  })
  expect(journey(onDay(form, '2026-03-01'), { rooms: 7, born: '2016-01-01' }).answers).toMatchObject({
    ...{ half: 3.5, whole: 17, years: 10 },
  })
  expect(form.computed?.map(({ id, after }) => [id, after])).toEqual([
    ['half', 'rooms'],
    ['years', 'born'],
    ['whole', 'born'],
  ])
})

describe('conditions', () => {
  const count: ComputedDefinition = { sum: [{ field: 'rooms' }, { field: 'drivers', factor: 10 }] }
  const more: FormDefinition['steps'] = {
    ...steps,
    home: {
      title: 'The home',
      fields: {
        ...steps.home?.fields,
        tower: { kind: 'yes-no', title: 'A tower?', when: { half: { minimum: 5 } } },
      },
    },
    large: { title: 'Large', when: { count: { minimum: 25 } }, fields: { why: { kind: 'text', title: 'Why?' } } },
  }
  const form = formOf({ count, half: { sum: [{ field: 'rooms', factor: 0.5 }] } }, { steps: more })
  const asked = (answers: Answers) => journey(form, answers).steps.flatMap((step) => step.asked.map(({ id }) => id))

  test('read a value below all that it is made of, in the same step and in later ones', () => {
    expect(asked({ rooms: 10, drivers: 1 })).toContain('tower')
    expect(asked({ rooms: 9, drivers: 1 })).not.toContain('tower')
    expect(asked({ rooms: 5, drivers: 2 })).toContain('why')
    expect(asked({ rooms: 4, drivers: 2 })).not.toContain('why')
  })

  test('know a value of a step that nobody is asked', () => {
    const form = formOf(
      { half: { sum: [5, { field: 'smoker', values: { true: 1, false: 0 } }] } },
      {
        steps: {
          skipped: { title: 'No', when: { residence: 'primary' }, fields: { smoker: { kind: 'yes-no' } } },
          ...more,
        },
      },
    )
    expect(journey(form, {}).answers).toMatchObject({ half: 5 })
  })

  test('of ends are told at the step that decides them', () => {
    const form = formOf(
      { count },
      { screenOuts: { many: { when: { count: { minimum: 25 } }, title: 'No', text: 'No.' } } },
    )
    const filled = { residence: 'primary', rooms: 20, drivers: 1, 'drivers.0.claims': 0, 'drivers.0.fault': false }
    expect(screenedOutAt(form, journey(form, { ...filled, smoker: true }))).toEqual({ end: 'many', at: 1 })
    expect(screenedOutAt(form, journey(form, { ...filled, rooms: 2, smoker: true }))).toBeNull()
  })
})

describe('nobody can say what is computed', () => {
  const form = formOf({ score: { sum: [{ field: 'rooms', factor: 2 }] } })

  test('not in a posted form, a draft or an address', () => {
    expect(
      readAnswers(form, [
        ['root[rooms]', '4'],
        ['root[score]', '999'],
      ]),
    ).toEqual({ rooms: 4 })
    expect(journey(form, { rooms: 4, score: 999 }).answers).toMatchObject({ score: 8 })
  })

  test('leads hold it, maps read it, and the API is not sent it', () => {
    const { answers } = journey(form, { rooms: 4, drivers: 1 })
    expect(nestAnswers(form, answers)).toEqual({ rooms: 4, drivers: [{}] })
    const lead = leadContent(form, answers).answers
    expect(lead).toEqual({ rooms: 4, drivers: [{}], score: 8 })
    expect(mapLead({ risk: 'score' }, { ...mappedLead, answers: lead })).toEqual({ risk: 8 })
    // A lead that was kept is read back whole.
    expect(flatAnswers(form, lead).answers).toMatchObject({ score: 8 })
  })
})

test('the schema of a value says between which bounds it is', () => {
  const schemaOf = (definition: ComputedDefinition) => formOf({ it: definition }).computed?.[0]?.schema
  expect(
    schemaOf({
      sum: [
        { field: 'rooms', factor: 2 },
        { field: 'residence', values: { primary: 10, secondary: -3 } },
      ],
    }),
  ).toEqual({
    ...{ type: 'integer', minimum: -3, maximum: 50 },
  })
  expect(schemaOf({ sum: [{ field: 'rooms', factor: 0.35 }], round: 1 })).toEqual({
    type: 'number',
    minimum: 0,
    maximum: 7,
  })
  expect(schemaOf({ count: ['extras', 'drivers'] })).toEqual({ type: 'integer', minimum: 1, maximum: 5 })
  expect(schemaOf({ sum: [{ field: 'drivers.#.claims' }] })).toEqual({ type: 'integer', minimum: 0 })
  expect(schemaOf({ age: 'born' })).toEqual({ type: 'integer', minimum: 0 })
})
