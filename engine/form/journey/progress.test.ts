import { expect, test } from 'vitest'
import { resolved } from '../testing/forms.ts'
import { journey, progress } from './journey.ts'

const form = resolved({
  locales: ['en'],
  title: 'Credit',
  steps: {
    credit: {
      title: 'The credit',
      as: 'credit',
      fields: { amount: { kind: 'amount', title: 'How much?' }, together: { kind: 'yes-no', title: 'Together?' } },
    },
    other: {
      title: 'The other',
      as: 'coBorrower',
      when: { 'credit.together': true },
      fields: { income: { kind: 'amount', title: 'Income?' }, note: { title: 'Note', type: 'string', optional: true } },
    },
    you: { title: 'You', fields: { email: { kind: 'email' } } },
  },
})

test('progress counts what must be answered on this route, from 0 to 100', () => {
  const value = (answers: object) => progress(form, journey(form, answers as Record<string, string>), []).value
  expect(value({})).toBe(0)
  expect(value({ 'credit.amount': 1 })).toBe(33)
  expect(value({ 'credit.amount': 1, 'credit.together': false, email: 'a@b.co' })).toBe(100)
  expect(value({ 'credit.amount': 1, 'credit.together': true, 'coBorrower.income': 2, 'coBorrower.note': 'x' })).toBe(
    75,
  )
})

test('each group is valid by itself', () => {
  const answers = { 'credit.amount': 1, 'credit.together': true, 'coBorrower.income': 2 }
  const groups = (found: ReturnType<typeof progress>) => found.groups.map(({ id, valid }) => [id, valid])
  expect(groups(progress(form, journey(form, answers), []))).toEqual([
    ['credit', true],
    ['coBorrower', true],
  ])
  const problem = { field: 'coBorrower.income', code: 'maximum', params: {} }
  expect(groups(progress(form, journey(form, answers), [problem]))).toEqual([
    ['credit', true],
    ['coBorrower', false],
  ])
  expect(groups(progress(form, journey(form, { ...answers, 'credit.together': false }), []))).toEqual([
    ['credit', true],
  ])
  expect(progress(form, journey(form, { ...answers, email: 'a@b.co' }), []).status).toBe('ready')
  expect(progress(form, journey(form, { ...answers, email: 'a@b.co' }), [problem]).status).toBe('begun')
})
