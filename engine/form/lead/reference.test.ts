import { expect, test } from 'vitest'
import { leadReference, referencedDigits } from './reference.ts'

test('a reference is the end of an id, and stands for it however it is typed', () => {
  const reference = leadReference('019abc12-3456-7def-8123-4567044fdf85')
  expect(reference).toBe('044F-DF85')
  expect(referencedDigits(reference)).toBe('044fdf85')
  expect(referencedDigits(reference.toLowerCase())).toBe('044fdf85')
  expect(referencedDigits('019abc12')).toBeNull()
})
