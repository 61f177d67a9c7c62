import { expect, test } from 'vitest'
import type { FieldDefinition } from '#schemas/generated/form.ts'
import { answerWords } from '../model/answer-words.ts'
import type { Answer } from '../model/answers.ts'
import { resolved } from '../testing/forms.ts'
import { alertOf, everyField } from './journey.ts'
import { endingOf } from './sent.ts'

const form = resolved({
  locales: ['en'],
  title: 'Survey',
  steps: {
    you: {
      title: 'You',
      fields: { user: { title: 'Who?', options: { home: 'Home', work: 'Work' } }, email: { kind: 'email' } },
    },
  },
  thankYou: {
    title: 'Thanks',
    text: 'Bye',
    echoField: 'email',
    alerts: {
      offices: { when: { user: 'work' }, title: 'The list is being updated', text: 'We write to you.' },
      everybody: { when: { user: ['work', 'home'] }, title: 'Later', text: 'Later.' },
    },
  },
})

test('the first alert that applies stands in place of the thanks, and an answer is read back', () => {
  expect(endingOf(form, { user: 'work', email: 'a@b.co' })).toEqual({
    alert: 'offices',
    shown: [{ title: 'E-mail', words: 'a@b.co' }],
  })
  expect(endingOf(form, { user: 'home' })).toEqual({ alert: 'everybody', shown: [] })
  expect(endingOf(form, {})).toEqual({ alert: null, shown: [] })
})

test('several answers are read back, without those that were not given', () => {
  const days = { monday: 'Monday', friday: 'Friday' }
  const call = resolved({
    ...{ locales: ['en'], title: 'Call', thankYou: { title: 'Thanks', text: 'Bye', echoField: ['day', 'time'] } },
    steps: {
      you: { title: 'You', fields: { day: { title: 'Day?', options: days }, time: { kind: 'text', title: 'Time?' } } },
    },
  })
  expect(endingOf(call, { day: 'monday', time: 'Noon' }).shown).toEqual([
    { title: 'Day?', words: 'Monday' },
    { title: 'Time?', words: 'Noon' },
  ])
  expect(endingOf(call, { day: 'friday' }).shown).toEqual([{ title: 'Day?', words: 'Friday' }])
  expect(endingOf(call, {}).shown).toEqual([])
})

test('an answer is read back as a visitor says it', () => {
  const read = (field: FieldDefinition, answer: Answer) =>
    endingOf(
      resolved({
        ...{ locales: ['en'], title: 'Loan', thankYou: { title: 'Thanks', text: 'Bye', echoField: 'it' } },
        steps: { you: { title: 'You', fields: { it: { title: 'It', ...field } } } },
      }),
      { it: answer },
    ).shown[0]?.words
  expect(read({ kind: 'amount' }, 12_500.5)).toBe('£12,500.50')
  expect(read({ type: 'integer', unit: 'm²' }, 1250)).toBe('1,250\u00a0m²')
  expect(read({ type: 'integer', unit: 'm²' }, 'large')).toBe('large')
  expect(read({ kind: 'date' }, '2026-12-24')).toBe('24\u00a0December\u00a02026')
  expect(read({ kind: 'month-year' }, '2026-12')).toBe('December\u00a02026')
  // What is no day is read back as it was typed.
  expect(read({ kind: 'date' }, '2026-02-31')).toBe('31 02 2026')
  expect(read({ options: { home: 'Home' } }, 'home')).toBe('Home')
  expect(read({ kind: 'text' }, 'ABC-1')).toBe('ABC-1')
})

test('an alert is found by its own name; any other ends as the thanks', () => {
  const said = (alert: string | null) => alertOf(form.thankYou, { alert, shown: [] })
  expect(said('offices')?.title).toBe('The list is being updated')
  for (const name of [null, 'nothing', ...Object.getOwnPropertyNames(Object.prototype)]) expect(said(name)).toBe(null)
})

test('an answer that no option has is shown as it is, whatever it is called', () => {
  const [field] = everyField(form, {})
  for (const name of Object.getOwnPropertyNames(Object.prototype)) {
    expect(field && answerWords(field, name, form)).toBe(name)
    expect(field && answerWords(field, ['home', name], form)).toBe(`Home, ${name}`)
  }
})
