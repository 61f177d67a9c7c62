import { expect, test } from 'vitest'
import { endingOf } from './ending.ts'
import { resolved } from './testing/forms.ts'

const form = resolved({
  locales: ['en'],
  title: 'Survey',
  steps: {
    you: {
      title: 'You',
      fields: { user: { title: 'Who?', options: { home: 'Home', work: 'Work' } }, email: { kind: 'email' } },
    },
  },
  thanks: {
    title: 'Thanks',
    text: 'Bye',
    shows: 'email',
    alerts: {
      offices: { when: { user: 'work' }, title: 'The list is being updated', text: 'We write to you.' },
      everybody: { when: { user: ['work', 'home'] }, title: 'Later', text: 'Later.' },
    },
  },
})

test('the first alert that applies stands in place of the thanks, and an answer is read back', () => {
  expect(endingOf(form, { user: 'work', email: 'a@b.co' })).toEqual({ alert: 'offices', shown: 'a@b.co' })
  expect(endingOf(form, { user: 'home' })).toEqual({ alert: 'everybody', shown: null })
  expect(endingOf(form, {})).toEqual({ alert: null, shown: null })
})
