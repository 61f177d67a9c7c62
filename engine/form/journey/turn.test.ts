import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Judges } from '../model/answers.ts'
import { allFields, type ScreenOut } from '../model/form.ts'
import { arbitraryAnswers, definition, lenient, resolved } from '../testing/forms.ts'
import { type Entries, writeAnswers } from './form-data.ts'
import { turn } from './turn.ts'

const form = resolved()
const strict: Judges = (step) => (values) =>
  step === 'you' && values.email === 'x' ? [{ field: 'email', code: 'format', params: {} }] : []

const post = (step: string, entries: [string, string][], judges = lenient) => turn(form, step, entries, judges)
const animal: [string, string][] = [['root[species]', 'none']]
const you: [string, string][] = [
  ...animal,
  ['root[insured]', 'true'],
  ['root[email]', 'ada@example.com'],
  ['root[privacy]', 'on'],
]

test('a step in order leads to the next', () => {
  expect(post('animal', animal)).toEqual({
    kind: 'show',
    step: 'you',
    answers: { species: 'none' },
    problems: [],
    revealed: null,
  })
})

test('a missing answer shows the step again with its problem', () => {
  expect(post('animal', [])).toMatchObject({
    step: 'animal',
    problems: [{ field: 'species', code: 'required' }],
    revealed: null,
  })
})

test('a field that the posted answers revealed is asked, not complained about', () => {
  const posted: [string, string][] = [
    ['root[species]', 'dog'],
    ['shown', 'species'],
  ]
  expect(post('animal', posted)).toMatchObject({ step: 'animal', problems: [], revealed: 'breed' })
  expect(post('animal', [...posted, ['shown', 'species breed tricks']])).toMatchObject({
    problems: [{ field: 'breed' }, { field: 'tricks' }],
    revealed: null,
  })
})

test('problems of what was shown stand beside what is revealed', () => {
  expect(post('you', [...animal, ['root[insured]', 'false'], ['shown', 'insured email privacy']])).toMatchObject({
    problems: [{ field: 'email' }, { field: 'privacy' }],
    revealed: 'since',
  })
})

test('back goes to the step before without checking, and keeps what was typed', () => {
  expect(post('you', [...animal, ['root[email]', 'x'], ['go', 'back']], strict)).toMatchObject({
    step: 'animal',
    answers: { email: 'x' },
    problems: [],
  })
})

test('a step before is shown again where that is asked for, and no later one', () => {
  expect(post('you', [...animal, ['go', 'to-animal']])).toMatchObject({ step: 'animal', problems: [] })
  expect(post('animal', [['go', 'to-you']])).toMatchObject({ step: 'animal', problems: [{ field: 'species' }] })
})

test('a step that was skipped comes back', () => {
  expect(post('you', you.slice(1))).toMatchObject({ step: 'animal', problems: [{ field: 'species' }] })
})

test('a step that the form no longer has leads to the first that misses an answer', () => {
  expect(post('gone', animal)).toMatchObject({ kind: 'show', step: 'you', problems: [] })
})

test('the last step sends the pruned answers', () => {
  const off: [string, string] = ['root[hours]', '3']
  expect(post('you', [...you, off], strict)).toEqual({
    kind: 'send',
    answers: { species: 'none', insured: true, email: 'ada@example.com', privacy: true },
  })
})

test('a value that the judge refuses is a problem in field order', () => {
  const wrong = you.map(([name, value]): [string, string] => [name, name === 'root[email]' ? 'x' : value])
  expect(post('you', wrong.slice(0, -1), strict)).toMatchObject({
    problems: [{ field: 'email' }, { field: 'privacy' }],
  })
})

test('who begins anew leaves all answers behind', () => {
  expect(turn(form, 'you', [['go', 'restart']], strict)).toEqual({ kind: 'restart' })
})

test('whatever is posted, the visitor is never lost', () => {
  const entries = arbitraryAnswers(form).map((answers): Entries => writeAnswers(allFields(form), answers, 'en'))
  fc.assert(
    fc.property(fc.constantFrom('animal', 'trainer', 'you', 'x'), entries, (step, posted) => {
      const next = turn(form, step, posted, lenient)
      if (next.kind === 'send') expect(step).not.toBe('x')
      else if (next.kind === 'show') expect(form.steps.map(({ id }) => id)).toContain(next.step)
      else expect(posted).toContainEqual(['go', 'restart'])
    }),
  )
})

test('a step whose answers lead to an end tells it, once all of the step is right', () => {
  const ends: Record<string, ScreenOut> = {
    many: { when: { hours: { minimum: 20 } }, title: 'Too much', text: 'x' },
    pets: { when: { species: ['cat', 'dog'] }, title: 'No pets', text: 'x', lead: 'awaitReview' },
    bare: { when: { species: 'none', insured: false }, title: 'Nothing', text: 'x' },
  }
  const form = resolved({ ...definition, screenOuts: ends })
  const post = (step: string, entries: [string, string][]) => turn(form, step, entries, strict)
  const cat: [string, string][] = [
    ['root[species]', 'cat'],
    ['root[breed]', 'Poodle'],
  ]
  expect(post('animal', cat)).toMatchObject({ kind: 'show', step: 'animal', end: 'pets', problems: [] })
  expect(post('animal', cat.slice(0, 1))).toMatchObject({ problems: [{ field: 'breed' }] })
  expect(post('animal', cat.slice(0, 1))).not.toHaveProperty('end')
  // Back to the questions, or on where the end lets the visitor go on.
  expect(post('animal', [...cat, ['go', 'to-animal']])).toEqual({
    kind: 'show',
    step: 'animal',
    answers: { species: 'cat', breed: 'Poodle' },
    problems: [],
    revealed: null,
  })
  expect(post('animal', [...cat, ['go', 'past']])).toMatchObject({ step: 'trainer' })
  expect(post('trainer', [...cat, ['root[hours]', '5']])).toMatchObject({ step: 'you' })
  // One that does not is told at its step again, whichever is posted.
  const much: [string, string][] = [...cat, ['root[hours]', '20'], ['go', 'past']]
  expect(post('trainer', much)).toMatchObject({ step: 'trainer', end: 'many' })
  expect(post('you', [...much, ...you.slice(1)])).toMatchObject({ step: 'trainer', end: 'many' })
  const bare = you.map(([name, value]): [string, string] => [name, name === 'root[insured]' ? 'false' : value])
  expect(post('you', [...bare, ['root[since]', 'new']])).toMatchObject({ step: 'you', end: 'bare' })
  expect(post('you', you)).toMatchObject({ kind: 'send' })
})
