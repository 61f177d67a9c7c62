import fc from 'fast-check'
import type { FormDefinition } from '#schemas/generated/form.ts'
import { everyField } from '../journey/journey.ts'
import type { Answer, Answers, Judges } from '../model/answers.ts'
import type { ResolvedField, ResolvedForm } from '../model/form.ts'
import { resolveForm, type Surroundings, translate } from '../model/resolve.ts'

/** A form of every condition and kind of answer, small enough to follow by hand. */
export const definition: FormDefinition = {
  locales: ['en'],
  title: 'Pets',
  steps: {
    animal: {
      title: 'The animal',
      fields: {
        species: { title: 'Species', options: { cat: 'Cat', dog: 'Dog', none: 'None' } },
        breed: { title: 'Breed', type: 'string', when: { species: ['cat', 'dog'] } },
        tricks: {
          title: 'Tricks',
          multiple: true,
          exclusive: 'none',
          options: { sit: 'Sit', roll: 'Roll', none: 'None' },
          when: { species: 'dog' },
        },
      },
    },
    trainer: {
      title: 'The trainer',
      when: [{ tricks: { contains: { const: 'roll' } } }, { breed: 'Poodle' }],
      fields: { hours: { title: 'Hours', type: 'integer', minimum: 1, maximum: 40 } },
    },
    you: {
      title: 'You',
      fields: {
        insured: { kind: 'yes-no', title: 'Insured?' },
        since: { title: 'Since when not?', options: { new: 'New', old: 'Old' }, when: { insured: false } },
        phone: { kind: 'phone', optional: true },
        email: { kind: 'email' },
      },
    },
  },
  consents: { privacy: {}, news: { optional: true } },
}

export function resolved(
  form: FormDefinition = definition,
  translation: object = {},
  lists: Surroundings['lists'] = {},
): ResolvedForm {
  return resolveForm('pets', translate(form, translation), {
    locale: 'en',
    market: { country: 'GB', currency: 'GBP', timeZone: 'Europe/London' },
    groups: {},
    lists,
    settings: {},
    consents: {
      privacy: { purpose: 'privacy', text: 'I agree.', missing: 'You must agree.' },
      news: { purpose: 'marketing', text: 'Send me news.' },
    },
    kindWords: {
      email: { title: 'E-mail', errors: { required: 'Enter your e-mail address' } },
      'yes-no': { options: { true: 'Yes', false: 'No' } },
    },
  })
}

/** Finds nothing wrong with any value, where a test is about the route and not about values. */
export const lenient: Judges = () => () => []

/** Random answers to a form: right ones, wrong ones and none, to fields on the route and off it. */
export function arbitraryAnswers(form: ResolvedForm): fc.Arbitrary<Answers> {
  const twice = Object.fromEntries(form.steps.flatMap(({ repeat }) => (repeat ? [[repeat.group, 2]] : [])))
  const fields = Object.fromEntries(everyField(form, twice).map((field) => [field.id, arbitraryAnswer(field)]))
  return fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<Answers>
}

function arbitraryAnswer({ schema, files }: ResolvedField): fc.Arbitrary<Answer> {
  const items = schema.items as { enum: string[] } | undefined
  if (files) return fc.constant([`${'A'.repeat(22)}/1000/example.pdf`])
  if (items) return fc.subarray(items.enum)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as Answer[]))
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer') return fc.integer({ min: -5, max: 50 })
  return fc.constantFrom('Poodle', 'Ada', 'ada@example.com', '020 7946 0018', 'x')
}
