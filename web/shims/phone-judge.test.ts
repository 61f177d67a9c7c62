import fc from 'fast-check'
import { expect, test } from 'vitest'
import { internationalPhone } from '../../engine/form/values/phone-number.ts'
import { phoneRules } from '../build/slim.ts'
import { phoneJudge } from './phone-judge.ts'

const slim = phoneJudge(phoneRules())

test('a number from far away that no number there is as short as is refused in the browser already', () => {
  for (const text of ['+48 1', '+481', '+1 555', '+998 12', '+7 (1)', '+86 123456']) {
    expect([text, internationalPhone(text, 'GB')]).toEqual([text, null])
    expect([text, slim(text, 'GB')]).toEqual([text, null])
  }
  for (const country of ['BE', 'GB']) expect([country, slim('!', country)]).toEqual([country, null])
  for (const text of [
    '0048 512 345 678',
    '07700 900123',
    '07701 900123',
    '+33 6 39 98 12 34',
    '+48 512 345 678',
    '+1 (212) 555-0123',
    '+353 87 123 4567',
  ])
    expect([text, slim(text, 'GB') !== null]).toEqual([text, internationalPhone(text, 'GB') !== null])
})

test('the browser refuses nothing that the server would take, and judges nearby numbers alike', () => {
  const digits = fc.stringMatching(/^[0-9]{1,14}$/)
  const text = fc.oneof(
    digits.map((number) => `+${number}`),
    fc
      .tuple(fc.constantFrom('48', '1', '7', '36', '52', '800', '353', '44', '49'), digits)
      .map(([code, rest]) => `+${code} ${rest}`),
    fc.tuple(fc.constantFrom('44', '33', '49', '34', '39', '31'), digits).map(([code, rest]) => `+${code} (0) ${rest}`),
    digits.map((number) => `0${number}`),
    fc.constantFrom('+４８ 512345678', '+48 512345678 ext. 12', '+', 'abc', '+48'),
  )
  const country = fc.constantFrom('GB', 'ES', 'DE', 'FR', 'IT', 'NL')
  fc.assert(
    fc.property(text, country, (number, market) => {
      const full = internationalPhone(number, market)
      if (full !== null) expect(slim(number, market)).not.toBeNull()
      if (/^(\+(44|33|49|34|39|31)|0[1-9])/.test(number)) expect(slim(number, market)).toBe(full)
    }),
    { numRuns: 5000 },
  )
})
