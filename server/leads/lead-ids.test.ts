import { expect, test } from 'vitest'
import { leadIds } from './store-lead.ts'

test('ids of one moment differ and are in order, however many there are', () => {
  const newId = leadIds(() => Date.parse('2026-11-20T10:00:00Z'))
  const ids = Array.from({ length: 5000 }, newId)
  expect(ids.toSorted()).toEqual(ids)
  // All that is random in them, and where another moment, or another server, begins to count.
  expect(new Set(ids.map((id) => id.slice(-12))).size).toBe(5000)
  const begins = Array.from({ length: 500 }, () => leadIds(() => 0)().slice(14, 23))
  expect(new Set(begins).size).toBeGreaterThan(490)
  for (const id of ids) expect(id).toMatch(/^01a1f866-0d00-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('ids of later moments are greater', () => {
  let now = 0
  const newId = leadIds(() => now++)
  const ids = Array.from({ length: 500 }, newId)
  expect(ids.toSorted()).toEqual(ids)
})
