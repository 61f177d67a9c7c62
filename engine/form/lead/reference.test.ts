import { expect, test } from 'vitest'
import { leadReference, referencedDigits, sentCookie, sentReference } from './reference.ts'

test('a reference is the end of an id, and stands for it however it is typed', () => {
  const reference = leadReference('019abc12-3456-7def-8123-4567044fdf85')
  expect(reference).toBe('044F-DF85')
  expect(referencedDigits(reference)).toBe('044fdf85')
  expect(referencedDigits(reference.toLowerCase())).toBe('044fdf85')
  expect(referencedDigits('019abc12')).toBeNull()
})

test('a browser keeps a reference for one page and one day, and nothing else counts as one', () => {
  const cookie = sentCookie('7F31-A09C', '/finance/loan', true)
  expect(cookie).toBe('sent=7F31-A09C; Path=/finance/loan; Max-Age=86400; SameSite=Lax; Secure')
  expect(sentCookie('7F31-A09C', '/', false)).not.toContain('Secure')
  expect(sentReference('lang=en; sent=7F31-A09C; other=1')).toBe('7F31-A09C')
  for (const cookies of [
    undefined,
    '',
    'sent=',
    'sent=<b>',
    'sent=7F31-A09C-1',
    'unsent=7F31-A09C',
    'sent="7F31-A09C"',
  ])
    expect([cookies, sentReference(cookies)]).toEqual([cookies, null])
})
