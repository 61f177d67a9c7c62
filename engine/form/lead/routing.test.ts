import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PartnerDefinition } from '#schemas/generated/partner.ts'
import { dayOf, nobody, type PartnerState, type RoutedLead, route } from './routing.ts'

const deliveries = { feed: { kind: 'pull' as const } }
const partner = (changes: Partial<PartnerDefinition> = {}): PartnerDefinition => ({
  name: 'x',
  filters: [{ form: 'home' }],
  deliveries,
  ...changes,
})

const lead: RoutedLead = {
  id: '019a0000-0000-7000-8000-000000000000',
  form: 'home',
  locale: 'de',
  page: 'landing',
  brand: 'lapis',
  test: false,
  suspicion: null,
  answers: { residence: 'primary', area: 80 },
  // A Friday, 11:30 in Madrid.
  receivedAt: Date.parse('2026-11-20T10:30:00Z'),
}
/** Nobody takes turns here. */
const hash = (text: string) => text
const fresh: PartnerState = { takenOn: () => 0, hasContact: () => false, asked: nobody }

function reasons(partners: Record<string, PartnerDefinition>, changes: Partial<RoutedLead> = {}, state = fresh) {
  const decisions = route(partners, { ...lead, ...changes }, state, hash)
  return Object.fromEntries(decisions.map(({ partner, reason }) => [partner, reason]))
}

test('form, language, page, brand and answers decide who wants a lead', () => {
  const partners = {
    all: partner(),
    german: partner({ filters: [{ form: 'home', locales: ['de'] }] }),
    spanish: partner({ filters: [{ form: 'home', locales: ['es'] }] }),
    landing: partner({ filters: [{ form: 'home', pages: ['landing'] }] }),
    lapis: partner({ filters: [{ form: 'home', brands: ['lapis'] }] }),
    moon: partner({ filters: [{ form: 'home', brands: ['moon', 'sun'] }] }),
    large: partner({ filters: [{ form: 'home', when: { area: { minimum: 100 } } }] }),
    either: partner({
      filters: [
        { form: 'home', locales: ['es'] },
        { form: 'home', when: { residence: 'primary' } },
      ],
    }),
    other: partner({ filters: [{ form: 'car' }] }),
  }
  expect(reasons(partners)).toEqual({
    all: 'taken',
    german: 'taken',
    spanish: 'not-wanted',
    landing: 'taken',
    lapis: 'taken',
    moon: 'not-wanted',
    large: 'not-wanted',
    either: 'taken',
  })
  expect(reasons({ landing: partners.landing }, { page: null })).toEqual({ landing: 'not-wanted' })
})

test('the first in priority that wants it for itself gets it alone', () => {
  const partners = {
    a: partner({ maxPartners: 1, priority: 1 }),
    b: partner({ maxPartners: 1, priority: 2 }),
    c: partner(),
  }
  expect(reasons(partners)).toEqual({ b: 'taken', a: 'exclusive-elsewhere', c: 'exclusive-elsewhere' })
  expect(Object.keys(reasons(partners))).toEqual(['b', 'a', 'c'])
  expect(reasons({ c: partner({ priority: 3 }), b: partners.b })).toEqual({ c: 'taken', b: 'taken-by-others' })
})

test('no partner shares a lead with more than it agreed to', () => {
  const shares = fc.array(fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(shares, (all) => {
      const partners = Object.fromEntries(
        all.map((share, at) => [`p${at}`, partner({ ...(share && { maxPartners: share }) })]),
      )
      const taken = route(partners, lead, fresh, hash).filter((decision) => decision.taken)
      expect(taken.length).toBeGreaterThan(0)
      for (const { partner } of taken) {
        expect(taken.length).toBeLessThanOrEqual(Number(partners[partner]?.maxPartners ?? Infinity))
      }
    }),
  )
})

test('a schedule is read on the clock of its own zone', () => {
  const office = { timeZone: 'Europe/Madrid', days: ['friday' as const], from: '09:00', to: '11:31' }
  const partners = { office: partner({ schedule: office }) }
  expect(reasons(partners)).toEqual({ office: 'taken' })
  expect(reasons(partners, { receivedAt: lead.receivedAt + 60_000 })).toEqual({ office: 'closed' })
  expect(reasons(partners, { receivedAt: lead.receivedAt - 24 * 3_600_000 })).toEqual({ office: 'closed' })
  const night = partner({ schedule: { timeZone: 'Europe/Madrid', from: '22:00', to: '12:00' } })
  expect(reasons({ night })).toEqual({ night: 'taken' })
  expect(reasons({ night }, { receivedAt: lead.receivedAt + 3_600_000 })).toEqual({ night: 'closed' })
})

const workdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const

test('a shift that passes midnight belongs to the day it begins on', () => {
  const night = partner({ schedule: { timeZone: 'UTC', days: [...workdays], from: '22:00', to: '06:00' } })
  const at = (time: string) => reasons({ night }, { receivedAt: Date.parse(`${time}:00Z`) }).night
  // The 23rd of November 2026 is a Monday.
  expect(at('2026-11-23T02:00')).toBe('closed')
  expect(at('2026-11-23T21:59')).toBe('closed')
  expect(at('2026-11-23T22:00')).toBe('taken')
  expect(at('2026-11-24T05:59')).toBe('taken')
  expect(at('2026-11-24T06:00')).toBe('closed')
  expect(at('2026-11-27T23:00')).toBe('taken')
  expect(at('2026-11-28T02:00')).toBe('taken')
  expect(at('2026-11-28T22:00')).toBe('closed')
  expect(at('2026-11-29T02:00')).toBe('closed')
})

test('shifts follow the clock on the wall, also on days when it is changed', () => {
  // Within a day and a half of a change: by an hour, by half an hour, and at midnight (Santiago).
  const changes = [
    ...['Europe/Madrid 2026-03-29T01:00', 'Europe/Madrid 2026-10-25T01:00', 'America/New_York 2026-11-01T06:00'],
    ...[
      'Australia/Lord_Howe 2026-04-04T15:00',
      'America/Santiago 2026-04-05T03:00',
      'America/Santiago 2026-09-06T04:00',
    ],
  ]
  const time = fc
    .record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.constantFrom(0, 30, 59) })
    .map(({ hour, minute }) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
  const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
  fc.assert(
    fc.property(
      fc.constantFrom(...changes),
      fc.integer({ min: -36 * 60, max: 36 * 60 }),
      fc.subarray([...workdays, 'saturday', 'sunday'] as const, { minLength: 1 }),
      time,
      time,
      (change, minutes, days, from, to) => {
        fc.pre(from !== to)
        const [timeZone = '', moment = ''] = change.split(' ')
        const receivedAt = Date.parse(`${moment}:00Z`) + minutes * 60_000
        // Such as "2026-03-29 01:30".
        const wall = new Date(receivedAt).toLocaleString('sv-SE', { timeZone }).slice(0, 16)
        const today = wall.slice(0, 10)
        const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10)
        const isOpen = [yesterday, today].some((day) => {
          const weekday = new Date(day).toLocaleString('en', { timeZone: 'UTC', weekday: 'long' }).toLowerCase()
          const end = `${from < to ? day : dayAfter(day)} ${to}`
          return days.some((each) => each === weekday) && wall >= `${day} ${from}` && wall < end
        })
        const shift = partner({ schedule: { timeZone, days, from, to } })
        expect(reasons({ shift }, { receivedAt })).toEqual({ shift: isOpen ? 'taken' : 'closed' })
      },
    ),
    { numRuns: 2000 },
  )
})

test('caps, known contacts and tests keep a lead away', () => {
  const capped = partner({ dailyCap: 2, schedule: { timeZone: 'Pacific/Auckland' } })
  const late = Date.parse('2026-11-20T23:30:00Z')
  expect(dayOf(capped, late)).toBe('2026-11-21')
  const state = { ...fresh, takenOn: (_: string, day: string) => (day === '2026-11-21' ? 2 : 0) }
  expect(reasons({ capped }, { receivedAt: late }, state)).toEqual({ capped: 'daily-cap' })
  expect(reasons({ capped }, { receivedAt: late - 86_400_000 }, state)).toEqual({ capped: 'taken' })
  expect(reasons({ a: partner() }, { suspicion: 'too fast' })).toEqual({ a: 'suspicious' })
  const known = { ...fresh, hasContact: () => true }
  expect(reasons({ a: partner({ duplicateDays: 30 }), b: partner() }, {}, known)).toEqual({
    a: 'duplicate',
    b: 'taken',
  })
  expect(reasons({ a: partner(), b: partner({ testLeads: true }) }, { test: true })).toEqual({
    a: 'test-lead',
    b: 'taken',
  })
})
