import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leadContent } from '../../lead/lead.ts'
import { lenient, resolved } from '../../testing/forms.ts'
import { journey } from '../journey.ts'
import { validate } from './validate.ts'

const form = resolved({
  locales: ['en'],
  title: 'Abroad',
  steps: {
    home: { title: 'Home', fields: { country: { kind: 'country', setsMarket: true, optional: true } } },
    you: { title: 'You', fields: { phone: { kind: 'phone' }, postalCode: { kind: 'postal-code' } } },
  },
})

test.each([
  [{ phone: '020 7946 0018', postalCode: 'SW1A 1AA' }, []],
  [{ country: 'DE', phone: '030 901820', postalCode: '10115' }, []],
  [{ country: 'DE', phone: '+44 20 7946 0018', postalCode: 'SW1A 1AA' }, ['postalCode']],
  [{ country: 'NL', phone: '1', postalCode: '1012 ab' }, ['phone']],
])('%j is judged by the country chosen, or that of the language', (answers, wrong) => {
  expect(validate(journey(form, answers), lenient).map(({ field }) => field)).toEqual(wrong)
})

test('a phone number is stored with the code of the country chosen', () => {
  expect(leadContent(form, { country: 'DE', phone: '030 901820' }).answers).toEqual({
    country: 'DE',
    phone: '+4930901820',
  })
})

test('options named by countries set the market too; any other leaves it open', () => {
  const options = { be: 'Belgium', other: 'Another country' }
  const belgian = resolved({
    locales: ['en'],
    title: 'Belgium',
    steps: {
      home: { title: 'Home', fields: { country: { title: 'Where?', options, setsMarket: true } } },
      you: { title: 'You', fields: { phone: { kind: 'phone' }, postalCode: { kind: 'postal-code' } } },
    },
  })
  const wrong = (answers: Record<string, string>) =>
    validate(journey(belgian, answers), lenient).map(({ field }) => field)
  expect(wrong({ country: 'be', phone: '0470 12 34 56', postalCode: '2000' })).toEqual([])
  expect(wrong({ country: 'be', phone: '0470 12 34 56', postalCode: '1012 AB' })).toEqual(['postalCode'])
  expect(wrong({ country: 'other', phone: '020 7946 0018', postalCode: '1012 AB' })).toEqual([])
  expect(leadContent(belgian, { country: 'be', phone: '0470 12 34 56' }).answers.phone).toBe('+32470123456')
  expect(leadContent(belgian, { country: 'other', phone: '020 7946 0018' }).answers.phone).toBe('+442079460018')
})

const fleet = resolved({
  locales: ['en'],
  title: 'Fleet',
  steps: {
    drivers: {
      title: 'Drivers',
      as: 'drivers',
      repeat: { min: 1, max: 3, title: 'Driver', add: 'Add a driver' },
      fields: {
        country: { kind: 'country', setsMarket: true, optional: true },
        phone: { kind: 'phone' },
        postalCode: { kind: 'postal-code' },
      },
    },
    you: { title: 'You', fields: { ownPhone: { kind: 'phone' }, ownPostalCode: { kind: 'postal-code' } } },
  },
})

test('each of several is judged by its own country, and what stands outside by that of the language', () => {
  const addresses = {
    none: { phone: '020 7946 0018', postalCode: 'SW1A 1AA', stored: '+442079460018' },
    GB: { phone: '020 7946 0018', postalCode: 'SW1A 1AA', stored: '+442079460018' },
    DE: { phone: '030 901820', postalCode: '10115', stored: '+4930901820' },
    NL: { phone: '020 624 1111', postalCode: '1012 AB', stored: '+31206241111' },
  }
  const country = fc.constantFrom('none', 'GB', 'DE', 'NL') as fc.Arbitrary<keyof typeof addresses>
  const driver = fc.record({ says: country, writes: country })
  fc.assert(
    fc.property(fc.array(driver, { minLength: 1, maxLength: 3 }), (drivers) => {
      const answers = Object.fromEntries(
        drivers.flatMap(({ says, writes }, index) => [
          ...(says === 'none' ? [] : [[`drivers.${index}.country`, says]]),
          [`drivers.${index}.phone`, addresses[writes].phone],
          [`drivers.${index}.postalCode`, addresses[writes].postalCode],
        ]),
      )
      const whole = { drivers: drivers.length, ...answers, ownPhone: '020 7946 0018', ownPostalCode: 'SW1A 1AA' }
      const wrong = validate(journey(fleet, whole), lenient)
      const home = (says: keyof typeof addresses) => (says === 'none' ? 'GB' : says)
      expect(wrong.filter(({ field }) => field.endsWith('.postalCode')).map(({ field }) => field)).toEqual(
        drivers.flatMap(({ says, writes }, index) =>
          home(says) === home(writes) ? [] : [`drivers.${index}.postalCode`],
        ),
      )
      expect(wrong.filter(({ field }) => field.startsWith('own'))).toEqual([])
      const stored = leadContent(fleet, whole).answers.drivers as { phone: string }[]
      for (const [index, { says, writes }] of drivers.entries())
        if (home(says) === home(writes)) expect(stored[index]?.phone).toBe(addresses[writes].stored)
    }),
  )
})

test('who gives no country of their own is judged by the form’s, and what follows them too', () => {
  const form = resolved({
    locales: ['en'],
    title: 'Family',
    steps: {
      home: { title: 'Home', fields: { country: { kind: 'country', setsMarket: true } } },
      others: {
        title: 'Others',
        as: 'others',
        repeat: { min: 1, max: 2, title: 'Person', add: 'Add' },
        fields: { abroad: { kind: 'country', setsMarket: true, optional: true }, postalCode: { kind: 'postal-code' } },
      },
      you: { title: 'You', fields: { postalCode: { kind: 'postal-code' } } },
    },
  })
  const wrong = (answers: Record<string, string | number>) =>
    validate(journey(form, { others: 1, ...answers }), lenient).map(({ field }) => field)
  expect(
    wrong({ country: 'DE', 'others.0.abroad': 'GB', 'others.0.postalCode': 'SW1A 1AA', postalCode: '10115' }),
  ).toEqual([])
  expect(wrong({ country: 'DE', 'others.0.postalCode': '10115', postalCode: 'SW1A 1AA' })).toEqual(['postalCode'])
})
