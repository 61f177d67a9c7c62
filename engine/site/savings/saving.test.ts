import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SavingLimit } from '#schemas/generated/sections/savings-check.ts'
import { savingOf } from './saving.ts'

const spanish = { locale: 'es', currency: 'EUR' }
const limits: SavingLimit[] = [325, { factor: 0.1 }]
const upTo = (bill: string, per = 'year', of = limits) => savingOf({ bill, per }, of, spanish)

test('the lowest of the limits holds, for a year', () => {
  expect(upTo('1.280')).toEqual({ upTo: 128 })
  expect(upTo('106,67', 'month')).toEqual({ upTo: 128 })
  expect(upTo('4.000 €')).toEqual({ upTo: 325 })
  expect(upTo('4.000', 'year', [{ factor: 0.1 }])).toEqual({ upTo: 400 })
  expect(upTo('200', 'year', [325])).toEqual({ upTo: 200 })
})

test('cents are rounded down', () => {
  expect(upTo('1.003,99')).toEqual({ upTo: 100.39 })
  expect(upTo('0,09')).toEqual({ upTo: 0 })
})

test('where nothing is asked nothing is said', () => {
  expect(savingOf({}, limits, spanish)).toBeNull()
})

test.each(['', ' ', 'mucho', '-80', '0', '0,00', '1.2.3', '12 £', 'Infinity', '1e3', '<b>'])(
  '%s is no bill',
  (bill) => {
    expect(upTo(bill)).toEqual({ mistake: 'unreadable' })
  },
)

test('no home pays that much', () => {
  expect(upTo('100.000,01')).toEqual({ mistake: 'tooMuch' })
  expect(upTo('8.334', 'month')).toEqual({ mistake: 'tooMuch' })
  expect(upTo('9'.repeat(16))).toEqual({ mistake: 'unreadable' })
})

test('whatever the bill, nobody is promised a cent more than each limit allows', () => {
  const cents = fc.integer({ min: 1, max: 10_000_000 })
  const limit = fc.oneof(
    fc.integer({ min: 1, max: 100_000 }),
    fc.integer({ min: 1, max: 100 }).map((percent) => ({ factor: percent / 100 })),
  )
  fc.assert(
    fc.property(
      ...([cents, fc.constantFrom('year', 'month'), fc.array(limit, { minLength: 1, maxLength: 3 })] as const),
      (bill, per, of) => {
        const inCents = per === 'month' ? bill * 12 : bill
        const saving = upTo(`${Math.floor(bill / 100)},${String(bill % 100).padStart(2, '0')}`, per, of)
        const allowed = of.map((each) =>
          typeof each === 'number' ? each * 100 : Math.floor((inCents * Math.round(each.factor * 100)) / 100),
        )
        const isTooMuch = inCents > 10_000_000
        expect(saving).toEqual(isTooMuch ? { mistake: 'tooMuch' } : { upTo: Math.min(inCents, ...allowed) / 100 })
      },
    ),
  )
})

test('whatever is typed, there is a range within its limits or a mistake', () => {
  const typed = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^-?[\d.,]{1,9} ?€?$/))
  fc.assert(
    fc.property(typed, fc.constantFrom('en', 'es', 'de', 'fr'), (bill, locale) => {
      const saving = savingOf({ bill }, limits, { locale, currency: 'EUR' })
      const { upTo = 0 } = saving as { upTo?: number }
      expect(saving).toSatisfy((said: object) => 'upTo' in said || 'mistake' in said)
      expect(upTo).toBeGreaterThanOrEqual(0)
      expect(upTo).toBeLessThanOrEqual(325)
      expect(upTo).toBe(Number(upTo.toFixed(2)))
    }),
  )
})
