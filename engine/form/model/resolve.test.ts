import { expect, test } from 'vitest'
import type { FormDefinition } from '#schemas/generated/form.ts'
import { definition, resolved } from '../testing/forms.ts'
import { resolveForm } from './resolve.ts'

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
