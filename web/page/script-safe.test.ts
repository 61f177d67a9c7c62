import { expect, test } from 'vitest'
import { scriptSafe } from './seed.ts'

test('no text ends the script element that it stands in', () => {
  const value = { title: '</script><script>alert(1)</script><!--' }
  expect(scriptSafe(value)).not.toContain('<')
  expect(JSON.parse(scriptSafe(value))).toEqual(value)
})
