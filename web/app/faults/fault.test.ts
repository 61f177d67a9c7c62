import { expect, test } from 'vitest'
import { UnknownPart } from '../../page/late-part.tsx'
import { homeOf } from '../../page/page-data.ts'
import { faultOf } from './ErrorPage.tsx'

/** As React Router makes it of a Response that was thrown. */
const answered = { status: 404, statusText: 'Not Found', internal: false, data: null }

test.each<[unknown, number, boolean]>([
  [new Error('x'), 500, false],
  ['x', 500, false],
  [undefined, 500, false],
  [answered, 404, false],
  [new UnknownPart('guard', 'moon'), 500, true],
])('%s is a fault %i', (error, status, isUnknownPart) => {
  expect(faultOf(error)).toEqual({ status, isUnknownPart })
})

test.each([
  ['en', '/privacy', '/'],
  ['en', '/', '/'],
  ['de', '/de', '/de'],
  ['de', '/de/privacy', '/de'],
  ['de', '/detail', '/'],
])('home of a page in %s at %s', (locale, path, home) => {
  expect(homeOf({ locale, path })).toBe(home)
})
