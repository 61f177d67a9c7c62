import { expect, test } from 'vitest'
import type { SafeStorage } from '../../stores/safe-storage.ts'
import { keepVisit, readVisit } from './visit.ts'

function storageWith(text: string | null): SafeStorage {
  let kept = text
  return {
    getItem: () => kept,
    setItem: (_, value) => {
      kept = value
    },
    removeItem: () => {},
  }
}

const fresh = { isOffered: false, country: null, isOtherCountry: false, wasMoved: false, passed: [], heldFor: null }

test('what a visit brings is kept, and nothing else of it is lost', () => {
  const storage = storageWith(null)
  expect(readVisit(storage)).toBeNull()
  expect(keepVisit(storage, { isOffered: true })).toBe(true)
  expect(keepVisit(storage, { country: 'de', isOtherCountry: true })).toBe(true)
  expect(readVisit(storage)).toEqual({ ...fresh, isOffered: true, country: 'de', isOtherCountry: true })
})

test('what is of another release or of nobody begins anew', () => {
  expect(readVisit(storageWith('{"country":"fr"}'))).toEqual({ ...fresh, country: 'fr' })
  expect(readVisit(storageWith('{'))).toBeNull()
})

test('where nothing is kept, that is said', () => {
  const forbidden: SafeStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  expect(keepVisit(forbidden, { passed: ['/'] })).toBe(false)
})
