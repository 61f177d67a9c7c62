import { expect, test } from 'vitest'
import { resolved } from '../testing/forms.ts'
import { leadContent } from './lead.ts'
import { mapLead } from './partner-map.ts'

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

test('a map renames, adds constants and leaves out what was not answered', () => {
  const lead = { answers: { email: 'ada@example.com', species: 'dog' }, attribution: {}, brand: 'sun', page: null }
  const map = { mail: 'email', tel: 'phone', source: { const: 'portal' }, odd: 'toString' }
  expect(mapLead(map, lead)).toEqual({ mail: 'ada@example.com', source: 'portal' })
  expect(mapLead(undefined, lead)).toEqual({ email: 'ada@example.com', species: 'dog' })
})

test('a map reads where a lead came from and where it was given', () => {
  const lead = { answers: {}, attribution: { utm_source: 'radio' }, brand: 'sun', page: 'solar' }
  const map = {
    channel: { attribution: 'utm_source' },
    click: { attribution: 'click_id' },
    odd: { attribution: 'toString' },
    shown: { object: { on: { lead: 'page' }, by: { lead: 'brand' } } },
  } as const
  expect(mapLead(map, lead)).toEqual({ channel: 'radio', shown: { on: 'solar', by: 'sun' } })
  expect(mapLead(map, { ...lead, page: null })).toEqual({ channel: 'radio', shown: { by: 'sun' } })
})
