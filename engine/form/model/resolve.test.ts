import { expect, test } from 'vitest'
import type { FormDefinition } from '#schemas/generated/form.ts'
import { journey } from '../journey/journey.ts'
import { flatAnswers, leadContent } from '../lead/lead.ts'
import { definition, resolved } from '../testing/forms.ts'
import { resolveForm, wholeSteps } from './resolve.ts'

test('a translation changes words and nothing else', () => {
  const translation = {
    title: 'Tiere',
    steps: { animal: { title: 'Das Tier', fields: { species: { title: 'Art', options: { cat: 'Katze' } } } } },
  }
  const source = resolved()
  const other = resolved(definition, translation)
  expect(other.steps[0]?.fields[0]?.words).toEqual({
    title: 'Art',
    options: { cat: 'Katze', dog: 'Dog', none: 'None' },
  })
  const rules = (form: typeof source) =>
    form.steps.map(({ id, when, fields }) => [id, when, fields.map(({ words: _, ...rule }) => rule)])
  expect(rules(other)).toEqual(rules(source))
})

test('a step says more than the group it uses, and adds to it', () => {
  const form: FormDefinition = {
    locales: ['en'],
    title: 'Contact',
    steps: {
      contact: { use: 'contact', title: 'You', fields: { email: { optional: true }, phone: { kind: 'phone' } } },
    },
  }
  const { steps } = resolveForm('contact', form, {
    locale: 'en',
    market: { country: 'GB', currency: 'GBP', timeZone: 'Europe/London' },
    groups: {
      contact: {
        title: 'Contact',
        description: 'How to reach you.',
        fields: { name: { kind: 'given-name' }, email: { kind: 'email' } },
      },
    },
    lists: {},
    settings: {},
    consents: {},
    kindWords: {},
  })
  expect(steps[0]).toMatchObject({ title: 'You', description: 'How to reach you.' })
  expect(steps[0]?.fields.map(({ id, optional }) => [id, optional])).toEqual([
    ['name', false],
    ['email', true],
    ['phone', false],
  ])
})

test('consents close the last step, and required ones must be true', () => {
  const fields = resolved().steps.at(-1)?.fields.slice(-2)
  expect(fields).toMatchObject([
    { id: 'privacy', schema: { type: 'boolean', const: true }, optional: false, words: { title: 'I agree.' } },
    { id: 'news', schema: { type: 'boolean' }, optional: true },
  ])
})

const shop: FormDefinition = {
  locales: ['en', 'nl', 'it'],
  title: 'Shop',
  steps: {
    you: {
      title: 'You',
      fields: {
        name: { kind: 'given-name' },
        city: { title: 'City', type: 'string', optional: true },
        dob: { title: 'Born', type: 'string', locales: ['nl'], after: 'name' },
      },
    },
    extra: { title: 'Extra', fields: { note: { title: 'Note', type: 'string' } }, locales: ['it'] },
  },
  consents: { privacy: {}, profiling: { locales: ['it'] } },
  localeRules: {
    nl: {
      steps: {
        you: { fields: { city: { optional: false }, street: { title: 'Straat', type: 'string', after: 'dob' } } },
      },
    },
    it: { steps: { you: { fields: { name: null } } } },
  },
}

function inLocale(locale: string) {
  const consent = { purpose: 'x', text: 'Yes' }
  const { steps, consents } = resolveForm('shop', shop, {
    locale,
    market: resolved().market,
    groups: {},
    lists: {},
    settings: {},
    consents: { privacy: consent, profiling: consent },
    kindWords: {},
  })
  return {
    steps: steps.map(({ id, fields }) => [id, fields.map((field) => field.id + (field.optional ? '?' : ''))]),
    consents: consents.map(({ id }) => id),
  }
}

test('what is offered in a language, what its rules change, and where new entries stand', () => {
  expect(inLocale('en')).toEqual({ steps: [['you', ['name', 'city?', 'privacy']]], consents: ['privacy'] })
  expect(inLocale('nl')).toEqual({
    steps: [['you', ['name', 'dob', 'street', 'city', 'privacy']]],
    consents: ['privacy'],
  })
  expect(inLocale('it')).toEqual({
    steps: [
      ['you', ['city?']],
      ['extra', ['note', 'privacy', 'profiling']],
    ],
    consents: ['privacy', 'profiling'],
  })
})

test('a list gives the options of the language, before the field’s own', () => {
  const form: FormDefinition = {
    locales: ['en', 'es'],
    title: 'Bank',
    steps: {
      bank: {
        title: 'Bank',
        fields: { bank: { title: 'Which?', optionList: 'banks', options: { other: 'Another' } } },
      },
    },
  }
  const lists = { banks: { options: { en: { lloyds: 'Lloyds' }, es: { bbva: 'BBVA', sabadell: 'Sabadell' } } } }
  const options = (locale: string) => {
    const around = { locale, market: resolved().market, groups: {}, lists, settings: {}, consents: {}, kindWords: {} }
    const [field] = resolveForm('bank', form, around).steps[0]?.fields ?? []
    return [field?.schema.enum, Object.values(field?.words.options ?? {})]
  }
  expect(options('en')).toEqual([
    ['lloyds', 'other'],
    ['Lloyds', 'Another'],
  ])
  expect(options('es')[0]).toEqual(['bbva', 'sabadell', 'other'])
})

test('a step is as many screens as its questions begin, and the first keeps its id', () => {
  const form: FormDefinition = {
    locales: ['en', 'de'],
    title: 'Home',
    steps: {
      home: {
        title: 'Home',
        description: 'Where you live.',
        fields: {
          type: { type: 'string', title: 'Type' },
          rooms: { type: 'string', title: 'Rooms', newScreen: true, locales: ['de'] },
          age: { type: 'string', title: 'Age' },
          roof: { type: 'string', title: 'Roof', newScreen: true },
        },
      },
      you: {
        title: 'You',
        description: 'Where we write.',
        fields: { name: { kind: 'given-name' }, email: { kind: 'email', newScreen: true } },
      },
    },
  }
  const around = { groups: {}, lists: {}, settings: {}, consents: {}, kindWords: {} }
  const market = { country: 'GB', currency: 'GBP', timeZone: 'Europe/London' }
  const inLanguage = (locale: string) => resolveForm('home', form, { ...around, locale, market })
  const screens = (locale: string) =>
    inLanguage(locale).steps.map(({ id, description, fields }) => [id, description, ...fields.map(({ id }) => id)])
  expect(wholeSteps(inLanguage('de')).map(({ id, fields }) => [id, fields.length])).toEqual([
    ['home', 4],
    ['you', 2],
  ])
  expect(screens('de')).toEqual([
    ['home', 'Where you live.', 'type'],
    ['home-2', undefined, 'rooms', 'age'],
    ['home-3', undefined, 'roof'],
    ['you', undefined, 'name'],
    // What the last step is for is said where it is sent.
    ['you-2', 'Where we write.', 'email'],
  ])
  // A screen that begins with a question of another language begins with the next.
  expect(screens('en').slice(0, 3)).toEqual([
    ['home', 'Where you live.', 'type'],
    ['home-2', undefined, 'age'],
    ['home-3', undefined, 'roof'],
  ])
})

test('the rows of a table are fields of a group, and what is said of the table is said once', () => {
  const form = resolved({
    locales: ['en'],
    title: 'Bank',
    steps: {
      bank: {
        title: 'Bank',
        fields: {
          views: {
            kind: 'matrix',
            title: 'How is it?',
            hint: 'Today.',
            newScreen: true,
            optional: true,
            rows: { fees: 'Fees', app: 'App' },
            options: { good: 'Good', bad: 'Bad' },
          },
          why: { type: 'string', title: 'Why?', when: { 'views.app': 'bad' } },
        },
      },
    },
  })
  expect(form.steps).toHaveLength(1)
  expect(form.steps[0]?.fields.slice(0, 2)).toMatchObject([
    { id: 'views.fees', schema: { enum: ['good', 'bad'] }, optional: true, words: { hint: 'Today.' } },
    { id: 'views.app', place: { group: 'views', name: 'app' }, words: { title: 'How is it? – App' } },
  ])
  expect(form.steps[0]?.fields[1]?.words.hint).toBeUndefined()
  const { steps, answers } = journey(form, { 'views.app': 'bad', why: 'Slow' })
  expect(steps.flatMap(({ asked }) => asked.map(({ id }) => id))).toEqual(['views.fees', 'views.app', 'why'])
  expect(leadContent(form, answers).answers).toEqual({ views: { app: 'bad' }, why: 'Slow' })
  const { answers: flat, problems } = flatAnswers(form, { views: { fees: 'good', sea: 'bad' } })
  expect([flat, problems.map(({ field, code }) => [field, code])]).toEqual([
    { 'views.fees': 'good' },
    [['views.sea', 'unknown']],
  ])
})

test('where each question has a screen, what belongs together stays together', () => {
  const form = (screens: 'questions' | 'steps'): FormDefinition => ({
    locales: ['en'],
    title: 'Move',
    screens,
    steps: {
      home: {
        title: 'Home',
        fields: {
          type: { title: 'Type', options: { a: 'A', b: 'B' } },
          rooms: { type: 'integer', title: 'Rooms' },
          why: { type: 'string', title: 'Why?', newScreen: false },
          views: { kind: 'matrix', title: 'How?', rows: { sea: 'Sea', sky: 'Sky' }, options: { a: 'A', b: 'B' } },
        },
      },
      people: {
        title: 'People',
        as: 'people',
        repeat: { min: 1, max: 2, title: 'Person', add: 'Add' },
        fields: { name: { kind: 'given-name' }, age: { type: 'integer', title: 'Age' } },
      },
      you: {
        title: 'You',
        fields: {
          firstName: { kind: 'given-name' },
          lastName: { kind: 'family-name' },
          street: { kind: 'street' },
          number: { kind: 'house-number' },
          city: { kind: 'city' },
          email: { kind: 'email' },
        },
      },
    },
    consents: { privacy: {} },
  })
  const screens = resolved(form('questions')).steps
  expect(screens.map(({ fields }) => fields.map(({ id }) => id).join(' '))).toEqual([
    'type',
    'rooms why',
    'views.sea views.sky',
    'people people.#.name people.#.age',
    'firstName lastName',
    'street number city',
    'email privacy',
  ])
  expect(resolved(form('steps')).steps).toHaveLength(3)
  // The same questions: proofs, partners and leads see no difference.
  const { screens: _, ...asked } = resolved(form('questions'))
  expect(wholeSteps(asked)).toEqual(wholeSteps(resolved(form('steps'))))
})
