import { expect, test } from 'vitest'
import { countAtStart, countCookie, readCount, type VisitCount } from './visit-count.ts'

test.each<[string, VisitCount | null, VisitCount, boolean]>([
  ['the first visit', null, { count: 1, subscribed: false }, true],
  ['the second', { count: 1, subscribed: false }, { count: 2, subscribed: false }, true],
  ['the last that counts', { count: 3, subscribed: false }, { count: 4, subscribed: false }, true],
  ['one too many', { count: 4, subscribed: false }, { count: 4, subscribed: false }, false],
  ['who has subscribed', { count: 1, subscribed: true }, { count: 1, subscribed: true }, false],
])('at the start of %s', (_, known, count, isOffered) => {
  expect(countAtStart(known)).toEqual({ count, isOffered })
})

test('it is kept for 30 days, for all paths, and read back', () => {
  const cookie = countCookie({ count: 2, subscribed: false }, false)
  expect(cookie).toBe(
    'subscription=%7B%22count%22%3A2%2C%22subscribed%22%3Afalse%7D; path=/; max-age=2592000; samesite=lax',
  )
  expect(countCookie({ count: 2, subscribed: false }, true)).toBe(`${cookie}; secure`)
  expect(readCount(`language=de; ${cookie.split(';')[0]}`)).toEqual({ count: 2, subscribed: false })
})

test.each(['', 'subscription=', 'subscription=%', 'subscription=7', 'subscription=null', 'subscription={"count":"1"}'])(
  'what is no count is none: %s',
  (cookies) => {
    expect(readCount(cookies)).toBeNull()
  },
)
