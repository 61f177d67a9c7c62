import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Answers } from '../model/answers.ts'
import { allFields } from '../model/form.ts'
import { arbitraryAnswers, definition, resolved } from '../testing/forms.ts'
import { journey } from './journey.ts'

const form = resolved()
const stepIds = (answers: object) => journey(form, answers as never).steps.map(({ id }) => id)

test('begins with what everybody is asked', () => {
  const { steps, current } = journey(form, {})
  expect(current).toBe('animal')
  expect(steps.map(({ id, asked }) => [id, asked.map((field) => field.id)])).toEqual([
    ['animal', ['species']],
    ['you', ['insured', 'phone', 'email', 'privacy', 'news']],
  ])
})

test('an answer opens fields and steps', () => {
  expect(stepIds({ species: 'dog', tricks: ['roll'] })).toEqual(['animal', 'trainer', 'you'])
  expect(stepIds({ species: 'cat', breed: 'Poodle' })).toEqual(['animal', 'trainer', 'you'])
})

test('what is not asked is pruned, and opens nothing further down', () => {
  const { answers } = journey(form, { species: 'none', tricks: ['roll'], breed: 'Poodle', hours: 3 })
  expect(answers).toEqual({ species: 'none' })
  expect(stepIds({ species: 'none', tricks: ['roll'], breed: 'Poodle' })).toEqual(['animal', 'you'])
})

test('optional fields are never missing, required ones are until answered', () => {
  const { steps } = journey(form, { insured: true, email: 'ada@example.com' })
  expect(steps.at(-1)?.missing).toEqual(['privacy'])
})

test('an answer may decide whether another may stay open', () => {
  const form = resolved({
    ...definition,
    steps: {
      ...definition.steps,
      more: {
        as: 'more',
        fields: {
          why: { type: 'string', optional: [{ species: 'none' }] },
          how: { type: 'string', optional: { why: 'x' } },
        },
      },
    } as never,
  })
  const missing = (answers: Answers) => journey(form, answers).steps.find(({ id }) => id === 'more')?.missing
  expect(missing({ species: 'cat' })).toEqual(['more.why', 'more.how', 'privacy'])
  expect(missing({ species: 'none' })).toEqual(['more.how', 'privacy'])
  expect(missing({ species: 'none', 'more.why': 'x' })).toEqual(['privacy'])
  expect(
    journey(form, { species: 'none' })
      .steps.at(-1)
      ?.asked.map(({ optional }) => optional)
      .slice(0, 2),
  ).toEqual([true, false])
})

test('properties of random answers', () => {
  fc.assert(
    fc.property(arbitraryAnswers(form), (given) => {
      const route = journey(form, given)
      const asked = route.steps.flatMap((step) => step.asked.map(({ id }) => id))
      // Only what is asked is kept, unchanged, and walking again with what was kept changes nothing.
      for (const [id, answer] of Object.entries(route.answers)) {
        expect(asked).toContain(id)
        expect(answer).toBe(given[id])
      }
      expect(journey(form, route.answers)).toEqual(route)
      // Fields keep the order of the form, and the current step is the first that misses something.
      expect(asked).toEqual(
        allFields(form)
          .map(({ id }) => id)
          .filter((id) => asked.includes(id)),
      )
      expect(route.current).toBe(route.steps.find(({ missing }) => missing.length > 0)?.id ?? null)
    }),
  )
})
