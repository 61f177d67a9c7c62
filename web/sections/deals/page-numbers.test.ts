import { expect, test } from 'vitest'
import { pageNumbers } from './DealsSection.tsx'

test('the first page, the last and those around the one at hand are named', () => {
  expect(pageNumbers(1, 1)).toEqual([1])
  expect(pageNumbers(1, 3)).toEqual([1, 2, 3])
  expect(pageNumbers(1, 9)).toEqual([1, 2, 9])
  expect(pageNumbers(5, 9)).toEqual([1, 4, 5, 6, 9])
  expect(pageNumbers(9, 9)).toEqual([1, 8, 9])
})
