import { expect, test } from 'vitest'
import { askedBy, isListed, type Reads } from './asked.ts'

const reads: Reads = { state: ['done', 'expired'], page: /^[1-9]\d{0,3}$/ }

test('of an address only what fits is read', () => {
  const asked = (query: string) => askedBy(reads, new URLSearchParams(query))
  expect(asked('state=done&page=2&utm_source=x')).toEqual({ state: 'done', page: '2' })
  expect(asked('state=<b>&page=0&state=done')).toEqual({})
  expect(asked('__proto__=done&constructor=1')).toEqual({})
  expect(asked(`page=${'1'.repeat(200)}`)).toEqual({})
})

test('what anybody could make up is not worth keeping', () => {
  expect(isListed(reads, {})).toBe(true)
  expect(isListed(reads, { state: 'done' })).toBe(true)
  expect(isListed(reads, { state: 'done', page: '2' })).toBe(false)
})
