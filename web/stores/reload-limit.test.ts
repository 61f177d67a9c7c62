import { expect, test } from 'vitest'
import { mayReload, reloadedKey } from './reload-limit.ts'
import type { SafeStorage } from './safe-storage.ts'

function storageWith(kept: Record<string, string> = {}): SafeStorage {
  const entries = new Map(Object.entries(kept))
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  }
}

const forbidden: SafeStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
const now = Date.parse('2026-11-22T10:00:00Z')

test.each<[string, string | null, boolean]>([
  ['never before', null, true],
  ['a minute ago', String(now - 60_000), true],
  ['a moment less ago', String(now - 59_999), false],
  ['just now', String(now), false],
  ['by a clock that was ahead', String(now + 1000), false],
  ['by one that was days ahead', String(now + 86_400_000), true],
  ['what is no time', 'x', true],
])('once a minute: %s', (_, last, may) => {
  expect(mayReload(storageWith(last === null ? {} : { [reloadedKey]: last }), now, false)).toBe(may)
})

test('each time is the last one of the next', () => {
  const storage = storageWith()
  expect([0, 1, 59_999, 60_000, 60_001].map((later) => mayReload(storage, now + later, true))).toEqual([
    ...[true, false, false, true, false],
  ])
})

test('where nothing is kept, not after a reload', () => {
  expect([mayReload(forbidden, now, false), mayReload(forbidden, now, true)]).toEqual([true, false])
})
