import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proofOptions } from '../../node/proof/form-prover.ts'
import { provenForms } from '../../node/testing/proven-forms.ts'
import { journey as route } from '../journey/journey.ts'
import { validate as validateCompiled } from '../journey/validation/validate.ts'
import type { Answers } from '../model/answers.ts'
import { allFields } from '../model/form.ts'
import { type FormDefinition, journey, prove, resolve, validate } from './index.ts'

const definition: FormDefinition = {
  locales: ['en'],
  title: 'Bicycle insurance',
  steps: {
    bike: {
      title: 'Your bicycle',
      fields: {
        bikeType: { title: 'What kind?', options: { city: 'City bike', electric: 'E-bike' } },
        battery: { kind: 'yes-no', title: 'Cover the battery?', when: { bikeType: 'electric' } },
        value: { title: 'What did it cost?', type: 'integer', minimum: 100, maximum: 15_000 },
      },
    },
    contact: { title: 'You', fields: { email: { kind: 'email' } } },
  },
}

const market = { country: 'GB', currency: 'GBP', timeZone: 'Europe/London' }
const today = '2026-11-26'

test('a definition alone is resolved, asked, validated and proven', () => {
  const form = resolve(definition, { id: 'bike', locale: 'en', market, kindWords: { email: { title: 'Email' } } })
  expect(form.steps.map(({ id }) => id)).toEqual(['bike', 'contact'])
  expect(allFields(form).find(({ id }) => id === 'email')?.words.title).toBe('Email')
  const asked = (answers: Answers) => journey(form, answers).steps.flatMap((step) => step.asked.map(({ id }) => id))
  expect(asked({ bikeType: 'city' })).not.toContain('battery')
  expect(asked({ bikeType: 'electric' })).toContain('battery')
  expect(validate(form, { bikeType: 'city', value: 99, email: 'nobody' }, today)).toEqual([
    { field: 'value', code: 'minimum', params: { limit: 100 } },
    { field: 'email', code: 'format', params: {} },
  ])
  const { vectors, problems } = prove(form, today)
  expect(problems).toEqual([])
  expect(vectors).toHaveLength(2)
  for (const answers of vectors) expect(validate(form, answers, today)).toEqual([])
})

/** Answers that some field takes and others do not. */
const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', '!', 'a@b.example', '12345', '2026-02-30', '1990-05-17', '😀😀', true, false),
  fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
  fc.integer({ min: -10, max: 20_000 }),
  fc.array(fc.constantFrom('alarm', 'none', 'x', 'price'), { maxLength: 3 }),
)

test('every form of the portal is judged as its compiled validators do, whatever is answered', async () => {
  const { forms } = await provenForms()
  const english = forms.filter(({ form }) => form.locale === 'en')
  expect(english.length).toBeGreaterThan(20)
  fc.assert(
    fc.property(
      fc.constantFrom(...english),
      fc.nat(),
      fc.array(fc.tuple(fc.nat(), anything), { maxLength: 4 }),
      ({ form, vectors }, which, changes) => {
        const ids = allFields(form).map(({ id }) => id)
        const begun = vectors[which % vectors.length] ?? {}
        const changed = Object.fromEntries(changes.map(([at, value]) => [ids[at % ids.length] ?? '', value]))
        const answers = { ...begun, ...changed } as Answers
        const { judges, today } = proofOptions(form, Date.parse('2026-11-26T12:00:00Z'))
        expect(validate(form, answers, today)).toEqual(validateCompiled(route(form, answers), judges))
      },
    ),
    { numRuns: 2000 },
  )
})
