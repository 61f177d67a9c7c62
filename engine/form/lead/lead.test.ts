import { expect, test } from 'vitest'
import { resolved } from '../testing/forms.ts'
import { leadContent } from './lead.ts'

test('a lead keeps answers in their stored form, and each consent with its exact sentence', () => {
  const { answers, consents } = leadContent(resolved(), {
    species: 'none',
    phone: '020 7946 0018',
    email: 'ada@example.com',
    privacy: true,
  })
  expect(answers).toEqual({ species: 'none', phone: '+442079460018', email: 'ada@example.com' })
  expect(consents).toEqual([
    { id: 'privacy', purpose: 'privacy', text: 'I agree.', granted: true },
    { id: 'news', purpose: 'marketing', text: 'Send me news.', granted: false },
  ])
})

test('who gives a number that is kept for films tries the form', () => {
  const trial = (phone: string) => leadContent(resolved(), { species: 'none', phone, email: 'ada@example.com' }).isTrial
  expect(['07700 900123', '+33 6 39 98 12 34', '020 7946 0018'].map(trial)).toEqual([true, true, true])
  expect(['07400 123456', '020 7946 1018', '020 7945 0018'].map(trial)).toEqual([false, false, false])
})
