import { expect, test } from 'vitest'
import type { PartnerMap } from '#schemas/generated/partner.ts'
import { mappedLead } from '../testing/mapped-lead.ts'
import { mapLead } from './lead.ts'

test('a map renames, adds constants and leaves out what was not answered', () => {
  const lead = { ...mappedLead, answers: { email: 'ada@example.com', species: 'dog' } }
  const map = { mail: 'email', tel: 'phone', source: { const: 'portal' }, odd: 'toString' }
  expect(mapLead(map, lead)).toEqual({ mail: 'ada@example.com', source: 'portal' })
  expect(mapLead(undefined, lead)).toEqual({ email: 'ada@example.com', species: 'dog' })
})

test('a map reads where a lead came from and where it was given', () => {
  const lead = { ...mappedLead, attribution: { utm_source: 'radio' }, page: 'solar' }
  const map: PartnerMap = {
    channel: { attribution: 'utm_source' },
    click: { attribution: 'click_id' },
    odd: { attribution: 'toString' },
    shown: { object: { on: { leadProperty: 'page' }, by: { leadProperty: 'brand' } } },
    about: {
      object: {
        id: { leadProperty: 'id' },
        form: { leadProperty: 'form' },
        language: { leadProperty: 'locale', format: 'upper' },
      },
    },
    live: { leadProperty: 'test', values: { true: 0, false: 1 } },
  }
  const about = { about: { id: '019a', form: 'pets', language: 'EN' }, live: 1 }
  expect(mapLead(map, lead)).toEqual({ channel: 'radio', shown: { on: 'solar', by: 'sun' }, ...about })
  expect(mapLead(map, { ...lead, page: null })).toEqual({ channel: 'radio', shown: { by: 'sun' }, ...about })
})

test('a map proves consents, all at once or one by one', () => {
  const [privacy, news] = mappedLead.consents
  const map: PartnerMap = {
    all: { consents: 'all' },
    given: { consents: 'granted' },
    optIn: { consent: 'news', consentProperty: 'granted', values: { true: 'Y', false: 'N' } },
    sentence: { consent: 'privacy', consentProperty: 'text' },
    proof: { consent: 'privacy', consentProperty: 'textHash', format: 'upper' },
    when: { consent: 'privacy', consentProperty: 'givenAt', format: 'unix-seconds' },
    other: { consent: 'profiling', consentProperty: 'granted', default: false },
    none: { consent: 'profiling', consentProperty: 'text' },
  }
  expect(mapLead(map, mappedLead)).toEqual({
    ...{ all: [privacy, news], given: [privacy], optIn: 'N', sentence: 'I agree.', proof: 'A1' },
    ...{ when: 1795217405, other: false },
  })
})

test('a map writes days, times, numbers, text and lists as the partner has them', () => {
  const answers = {
    ...{ born: '1990-02-07', since: '2026-11', bill: 1234.5, odd: 1.005, phone: '+44 20 7946', insured: true },
    ...{ extras: ['alarm', 'garage'], none: [], drivers: [{ name: 'Ada' }] },
  }
  const written = (source: PartnerMap[string]) => mapLead({ it: source }, { ...mappedLead, answers }).it
  const day = (format: 'DD.MM.YYYY' | 'DD/MM/YYYY' | 'MM/DD/YYYY' | 'YYYY-MM-DD' | 'YYYYMMDD') =>
    [{ field: 'born' }, { field: 'since' }, { leadProperty: 'receivedAt' } as const].map((from) =>
      written({ ...from, format }),
    )
  expect(day('DD.MM.YYYY')).toEqual(['07.02.1990', '11.2026', '20.11.2026'])
  expect(day('DD/MM/YYYY')).toEqual(['07/02/1990', '11/2026', '20/11/2026'])
  expect(day('MM/DD/YYYY')).toEqual(['02/07/1990', '11/2026', '11/20/2026'])
  expect(day('YYYY-MM-DD')).toEqual(['1990-02-07', '2026-11', '2026-11-20'])
  expect(day('YYYYMMDD')).toEqual(['19900207', '202611', '20261120'])
  expect(written({ leadProperty: 'receivedAt' })).toBe('2026-11-20T23:30:05.250Z')
  expect(written({ leadProperty: 'receivedAt', format: 'YYYY-MM-DD hh:mm:ss' })).toBe('2026-11-20 23:30:05')
  expect(written({ leadProperty: 'receivedAt', format: 'YYYY-MM-DDThh:mm:ssZ' })).toBe('2026-11-20T23:30:05Z')
  expect(written({ leadProperty: 'receivedAt', format: 'unix-milliseconds' })).toBe(1795217405250)
  const number = (field: string) =>
    (['comma', '0.00', '0,00', 'cents'] as const).map((format) => written({ field, format }))
  expect(number('bill')).toEqual(['1234,5', '1234.50', '1234,50', 123450])
  expect(number('odd')).toEqual(['1,005', '1.01', '1,01', 101])
  expect(number('phone')).toEqual(Array(4).fill('+44 20 7946'))
  expect(written({ field: 'phone', format: 'digits' })).toBe('44207946')
  expect(written({ field: 'bill', format: 'digits' })).toBe(1234.5)
  expect(written({ field: 'insured', values: { true: 1, false: 0 }, format: 'cents' })).toBe(1)
  expect(written({ field: 'extras', values: { alarm: 'A' }, format: 'upper', join: '|' })).toBe('A|GARAGE')
  expect(written({ field: 'extras', format: 'upper' })).toEqual(['ALARM', 'GARAGE'])
  expect(written({ field: 'none', join: ',', default: '-' })).toBe('-')
  expect(written({ field: 'gone', format: 'upper', default: 'not said' })).toBe('not said')
  expect(written({ field: 'drivers' })).toEqual([{ name: 'Ada' }])
})
