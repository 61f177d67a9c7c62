import { expect, test } from 'vitest'
import { journey } from './journey.ts'
import { leadContent } from './lead.ts'
import { lenient, resolved } from './testing/forms.ts'
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
