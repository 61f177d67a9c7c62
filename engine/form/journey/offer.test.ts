import { expect, test } from 'vitest'
import type { FormDefinition } from '#schemas/generated/form.ts'
import { answersSchema } from '../lead/answers-schema.ts'
import { leadContent } from '../lead/lead.ts'
import { answerWords } from '../model/answer-words.ts'
import type { Answers } from '../model/answers.ts'
import type { ResolvedForm } from '../model/form.ts'
import { prove } from '../proof/prove.ts'
import { lenient, resolved } from '../testing/forms.ts'
import { journey } from './journey.ts'
import { drawnOrder, withChosenGroups } from './offer.ts'
import { presetAnswers } from './preset.ts'
import { beyondSchema } from './standard-schema.ts'
import { resume, type Turn, turn } from './turn.ts'
import { validate } from './validation/validate.ts'

const breed = {
  title: 'Breed',
  options: { poodle: 'Poodle', husky: 'Husky', siamese: 'Siamese', mixed: 'Mixed' },
  optionsWhen: { poodle: { species: 'dog' }, husky: { species: 'dog' }, siamese: { species: 'cat' } },
} as const

const definition: FormDefinition = {
  locales: ['en'],
  title: 'Pets',
  steps: {
    animal: {
      title: 'The animal',
      fields: { species: { title: 'Species', options: { cat: 'Cat', dog: 'Dog' } }, breed },
    },
    coat: {
      title: 'The coat',
      fields: {
        colour: {
          title: 'Colour',
          options: { white: 'White', grey: 'Grey', cream: 'Cream' },
          optionsWhen: { grey: { breed: ['husky', 'siamese'] }, cream: { breed: 'siamese' } },
        },
      },
    },
    litter: {
      title: 'Its litter',
      as: 'litter',
      repeat: { min: 1, max: 3, title: 'Kitten', add: 'Add one' },
      fields: {
        species: { title: 'Species', options: { cat: 'Cat', dog: 'Dog' } },
        breed: { ...breed, multiple: true },
      },
    },
  },
}
const form = resolved(definition)
const full: Answers = {
  species: 'dog',
  breed: 'husky',
  colour: 'grey',
  litter: 1,
  'litter.0.species': 'dog',
  'litter.0.breed': ['poodle', 'husky'],
}

/** What the question with this id offers; null where it is not asked. */
function offered(id: string, answers: Answers): unknown {
  const field = journey(form, answers)
    .steps.flatMap(({ asked }) => asked)
    .find((each) => each.id === id)
  if (!field) return null
  return (field.schema.items as { enum: string[] } | undefined)?.enum ?? field.schema.enum
}

/** A press of the button of a step. */
function posted(step: string, answers: Answers): Turn {
  const entries = Object.entries(answers).flatMap(([id, answer]) =>
    [answer].flat().map((value) => [Array.isArray(answer) ? `root[${id}][]` : `root[${id}]`, String(value)] as const),
  )
  const shown = journey(form, answers).steps.find(({ id }) => id === step)
  return turn(form, step, [...entries, ['shown', shown?.asked.map(({ id }) => id).join(' ') ?? '']], lenient)
}

test('a question is asked once what its options depend on is answered, with the options of that', () => {
  expect(offered('breed', {})).toBeNull()
  expect(offered('breed', { species: 'cat' })).toEqual(['siamese', 'mixed'])
  expect(offered('breed', { species: 'dog' })).toEqual(['poodle', 'husky', 'mixed'])
})

test('each item of a group has the options of its own answers', () => {
  const answers = { ...full, litter: 2, 'litter.1.species': 'cat' }
  expect(offered('litter.0.breed', answers)).toEqual(['poodle', 'husky', 'mixed'])
  expect(offered('litter.1.breed', answers)).toEqual(['siamese', 'mixed'])
})

test('an answer that is no longer offered is asked again, and so is what depended on it', () => {
  const route = journey(form, { ...full, species: 'cat' })
  expect(route.answers).not.toHaveProperty('breed')
  expect(route.current).toBe('animal')
  expect(validate(route, lenient)).toEqual([{ field: 'breed', code: 'offered', params: {} }])
  expect(offered('colour', { ...full, species: 'cat' })).toBeNull()
  expect(validate(journey(form, full), lenient)).toEqual([])
})

test('of several options only those that are offered are kept', () => {
  const route = journey(form, { ...full, 'litter.0.breed': ['husky', 'siamese'] })
  expect(route.answers['litter.0.breed']).toEqual(['husky'])
  expect(validate(route, lenient)).toEqual([{ field: 'litter.0.breed', code: 'offered', params: {} }])
})

test('what is no option at all is left to the validator', () => {
  expect(journey(form, { ...full, breed: 'unicorn' }).answers.breed).toBe('unicorn')
})

test('the posted step says what is no longer offered, and so does a step that comes later', () => {
  const here = posted('animal', { ...full, species: 'cat' })
  expect(here).toMatchObject({ step: 'animal', problems: [{ field: 'breed', code: 'offered' }], revealed: null })
  const next = posted('animal', { ...full, breed: 'poodle' })
  expect(next).toMatchObject({ step: 'coat', problems: [{ field: 'colour', code: 'offered' }] })
})

test('a question that the posted answer opens is asked, and is no mistake yet', () => {
  const opened = posted('animal', { species: 'cat' })
  expect(opened).toMatchObject({ step: 'animal', problems: [{ field: 'breed', code: 'required' }] })
  const unseen = turn(
    form,
    'animal',
    [
      ['root[species]', 'cat'],
      ['shown', 'species'],
    ],
    lenient,
  )
  expect(unseen).toMatchObject({ step: 'animal', problems: [], revealed: 'breed' })
})

test('who comes back to a draft whose answer is gone is told so', () => {
  expect(resume(form, { ...full, breed: 'siamese' }, 'coat')).toMatchObject({
    step: 'animal',
    problems: [{ field: 'breed', code: 'offered' }],
  })
})

test('standard JSON Schema cannot say it, so people are told', () => {
  const [, field] = form.steps[0]?.fields ?? []
  expect(field && beyondSchema(field)).toEqual({
    offered: 'poodle if {"species":"dog"}; husky if {"species":"dog"}; siamese if {"species":"cat"}',
  })
})

test('an option that a page chooses beforehand counts where it is offered', () => {
  const preset = presetAnswers(form, { species: 'cat', breed: 'poodle' })
  expect(journey(form, preset).answers).toEqual({ species: 'cat', litter: 1 })
})

test('the API says that the question may be left out', () => {
  expect(answersSchema(form)).toMatchObject({ required: expect.not.arrayContaining(['breed', 'colour']) })
})

const options = { judges: lenient, today: '2026-06-15' }

test('all that is offered is walked, with the answers that offer it', () => {
  const { problems, vectors } = prove(form, options)
  expect(problems).toEqual([])
  const walked = resolved({
    ...definition,
    steps: {
      ...definition.steps,
      show: { title: 'Show', when: { colour: 'cream' }, fields: { ring: { kind: 'text', title: 'Ring' } } },
    },
  })
  expect(vectors.length).toBeGreaterThan(0)
  expect(prove(walked, options).vectors).toContainEqual(
    expect.objectContaining({ species: 'cat', breed: 'siamese', colour: 'cream', ring: 'Example' }),
  )
})

test('the proof finds options that nobody sees, or that all see, and answers that leave none', () => {
  const told = (fields: object) =>
    prove(
      resolved({ locales: ['en'], title: 'Pets', steps: { all: { title: 'All', fields } } } as FormDefinition),
      options,
    ).problems.map(({ message, answers }) => [message, answers])
  const species = { title: 'Species', options: { cat: 'Cat', dog: 'Dog', fish: 'Fish' } }
  const own = { title: 'Breed', options: { poodle: 'Poodle', siamese: 'Siamese' } }
  const both = { poodle: { species: 'dog' }, siamese: { species: 'cat' } }
  expect(told({ species, breed: { ...own, optionsWhen: both } })).toEqual([
    [
      'No option of "breed" is offered after these answers, so it is not asked. Offer one, or say in "when" that it is not asked then.',
      { species: 'fish' },
    ],
  ])
  const when = { species: ['dog', 'fish'] }
  expect(told({ species, breed: { ...own, when, optionsWhen: { siamese: { species: 'cat' } } } })).toEqual([
    ['The option "siamese" of "breed" is never offered: its condition cannot hold.', {}],
  ])
  expect(told({ species, breed: { ...own, when, optionsWhen: { poodle: { species: ['dog', 'fish'] } } } })).toEqual([
    ['The option "poodle" of "breed" is always offered: its condition always holds. Remove it.', {}],
  ])
})

const makes = Array.from({ length: 100 }, (_, make) => `make${make}`)
const models = Object.fromEntries(
  makes
    .slice(1)
    .map((make) => [make, Object.fromEntries(Array.from({ length: 202 }, (_, at) => [`${make}-${at}`, `No ${at}`]))]),
)
const many: FormDefinition = {
  locales: ['en'],
  title: 'Cars',
  steps: {
    car: {
      title: 'Car',
      as: 'cars',
      repeat: { min: 1, max: 2, title: 'Car', add: 'Add one' },
      fields: {
        make: { title: 'Make', options: Object.fromEntries(makes.map((make) => [make, make])), prefill: 'make' },
        model: { title: 'Model', optionList: 'models', optionsBy: 'make', options: { other: 'Another' } },
        sporty: { kind: 'yes-no', title: 'Sporty?', when: { model: 'make7-3' } },
      },
    },
  },
}
const long = resolved(many, {}, { models: { names: models } })
const whole: ResolvedForm = { ...long, groups: { models: { groups: models } } }
const first = (answers: Answers, of = whole) =>
  journey(of, { cars: 1, ...answers })
    .steps.flatMap(({ asked }) => asked)
    .find(({ id }) => id === 'cars.0.model')

test('20,000 options add nothing to a form until one of their groups is chosen', () => {
  expect(JSON.stringify(long).length).toBeLessThan(10_000)
  expect(first({})).toBeUndefined()
  expect(first({ 'cars.0.make': 'make7' }, long)).toBeUndefined()
  const chosen = withChosenGroups(whole, { cars: 1, 'cars.0.make': 'make7' })
  expect(JSON.stringify(chosen).length).toBeLessThan(20_000)
  for (const form of [whole, chosen]) {
    const { schema, words } = first({ 'cars.0.make': 'make7' }, form) ?? {}
    expect(schema?.enum).toHaveLength(203)
    expect(words?.options?.['make7-3']).toBe('No 3')
  }
  expect(first({ 'cars.0.make': 'make8' }, chosen)).toBeUndefined()
})

test('an answer without a group leaves what is offered always, on a page too', () => {
  const answers = { cars: 1, 'cars.0.make': 'make0' }
  for (const form of [whole, withChosenGroups(whole, answers)])
    expect(first(answers, form)?.schema.enum).toEqual(['other'])
})

test('an option of another group is not offered', () => {
  const answers = { cars: 1, 'cars.0.make': 'make7', 'cars.0.model': 'make8-1' }
  expect(validate(journey(whole, answers), lenient)).toEqual([{ field: 'cars.0.model', code: 'offered', params: {} }])
  expect(validate(journey(whole, { ...answers, 'cars.0.model': 'make7-1' }), lenient)).toEqual([])
})

test('what somebody chose from a long list is told by its name', () => {
  const model = first({ 'cars.0.make': 'make7' }, long) ?? long.steps[0]?.fields[2]
  if (!model) throw new Error('There is a model.')
  expect(answerWords(model, 'make7-3', whole)).toBe('No 3')
  expect(answerWords(model, 'make7-3', long)).toBe('make7-3')
})

test('of the answers that choose a group those are alike that offer the same to conditions', () => {
  const { problems, vectors, walks } = prove(whole, options)
  expect(problems).toEqual([])
  expect(walks).toBeLessThan(30)
  expect(vectors).toContainEqual({ cars: 1, 'cars.0.make': 'make7', 'cars.0.model': 'make7-3', 'cars.0.sporty': true })
})

const listed = {
  title: 'Source',
  options: { tv: 'Zebra TV', web: 'Ångström web', friend: 'A friend', other: 'Another' },
}
const ordered = (order: 'alphabetical' | 'random', more: object = {}): FormDefinition => ({
  locales: ['en'],
  title: 'Survey',
  steps: { all: { title: 'All', fields: { source: { ...listed, order, keepLast: ['other'], ...more } } } },
})

test('options are sorted as the language does, and some stay last', () => {
  const [field] = resolved(ordered('alphabetical')).steps[0]?.fields ?? []
  expect(field?.schema.enum).toEqual(['friend', 'web', 'tv', 'other'])
  const own = ordered('alphabetical', { optionList: 'sources', options: { none: 'A last one' }, keepLast: undefined })
  const lists = { sources: { options: { en: { tv: 'TV', web: 'Web', ad: 'Ad' } } } }
  expect(resolved(own, {}, lists).steps[0]?.fields[0]?.schema.enum).toEqual(['ad', 'tv', 'web', 'none'])
})

test('each visit has an order of its own, which its answers carry and the lead holds', () => {
  const survey = resolved(ordered('random'))
  const seen = new Set<string>()
  for (let visit = 0; visit < 40; visit += 1) {
    const answers: Answers = { ...drawnOrder(survey, () => ((visit * 7919) % 104_729) / 104_729), source: 'web' }
    const route = journey(survey, answers)
    const shown = route.steps[0]?.asked[0]?.schema.enum as string[]
    expect(answers).toMatchObject({ optionOrder: `source:${shown.join(',')}` })
    expect([shown.at(-1), shown.toSorted()]).toEqual(['other', ['friend', 'other', 'tv', 'web']])
    expect(leadContent(survey, route.answers).answers).toEqual({ source: 'web', optionOrder: answers.optionOrder })
    seen.add(shown.join())
  }
  expect(seen.size).toBeGreaterThan(1)
})

test('an order that names other options, or that nobody says, leaves the rest as they are written', () => {
  const survey = resolved(ordered('random'))
  const shown = (optionOrder?: string) =>
    journey(survey, optionOrder === undefined ? {} : { optionOrder }).steps[0]?.asked[0]?.schema.enum
  expect(shown()).toEqual(['tv', 'web', 'friend', 'other'])
  expect(shown('source:friend,gone,tv')).toEqual(['friend', 'tv', 'web', 'other'])
  expect(shown('source:web,web,tv')).toEqual(['web', 'tv', 'friend', 'other'])
  expect(shown('"><script>')).toEqual(['tv', 'web', 'friend', 'other'])
  expect(journey(survey, { optionOrder: '"><script>' }).answers).toEqual({ optionOrder: 'default' })
})
