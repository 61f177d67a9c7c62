import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAnswered } from '../model/answers.ts'
import { allFields } from '../model/form.ts'
import { arbitraryAnswers, resolved } from '../testing/forms.ts'
import { readAnswers, writeAnswers } from './form-data.ts'

const form = resolved()

test('answers survive the way through hidden inputs', () => {
  fc.assert(
    fc.property(arbitraryAnswers(form), (answers) => {
      const given = Object.fromEntries(
        Object.entries(answers).filter(([id, answer]) => isAnswered(answer) && !(answer === false && isConsent(id))),
      )
      expect(readAnswers(form, writeAnswers(allFields(form), given, 'en'))).toEqual(given)
    }),
  )
})

const isConsent = (id: string) => id === 'privacy' || id === 'news'

test.each([
  ['1 234', 1234],
  ['12,5', 12.5],
  [' 7 ', 7],
  ['seven', 'seven'],
  ['1e5', '1e5'],
])('a number written %j is read as %j', (text, answer) => {
  expect(readAnswers(form, [['root[hours]', text]])).toEqual({ hours: answer })
})

test.each([
  ['£1,200', 1200],
  ['1200.5 GBP', 1200.5],
  ['1200 €', '1200 €'],
])('an amount written %j is read as %j', (text, answer) => {
  const fields = { price: { kind: 'amount', title: 'Price' } } as const
  const shop = resolved({ locales: ['en'], title: 'Shop', steps: { a: { title: 'A', fields } } })
  expect(readAnswers(shop, [['root[price]', text]])).toEqual({ price: answer })
})

test.each([
  ['90', 90],
  ['1,200 M²', 1200],
  ['90m²', 90],
  ['m²', 'm²'],
  ['90 m³', '90 m³'],
  ['90 m² m²', '90 m² m²'],
])('a size written %j is read as %j', (text, answer) => {
  const fields = { size: { type: 'number', title: 'Size', unit: 'm²' } } as const
  const home = resolved({ locales: ['en'], title: 'Home', steps: { a: { title: 'A', fields } } })
  expect(readAnswers(home, [['root[size]', text]])).toEqual({ size: answer })
})

test('empty answers and names that are no field are ignored', () => {
  expect(
    readAnswers(form, [
      ['root[email]', '  '],
      ['root[__proto__]', 'x'],
      ['constructor', 'x'],
      ['root[tricks]', 'sit'],
    ]),
  ).toEqual({})
})

const dated = resolved({
  locales: ['en'],
  title: 'Dates',
  steps: {
    a: {
      title: 'A',
      fields: { born: { kind: 'birth-date', title: 'Born' }, since: { kind: 'month-year', title: 'Since' } },
    },
  },
})

test.each<[Record<string, string>, object]>([
  [{ 'root[born][day]': '7', 'root[born][month]': ' 2 ', 'root[born][year]': '1990' }, { born: '1990-02-07' }],
  [{ 'root[born][day]': '31', 'root[born][month]': '', 'root[born][year]': '90' }, { born: '90--31' }],
  [{ 'root[born][day]': '', 'root[born][month]': '', 'root[born][year]': '' }, {}],
  [{ 'root[since][month]': '12', 'root[since][year]': '2020' }, { since: '2020-12' }],
  [{ 'root[born]': '1990-02-31' }, { born: '1990-02-31' }],
])('%j is read as %j', (posted, answers) => {
  expect(readAnswers(dated, Object.entries(posted))).toEqual(answers)
})
