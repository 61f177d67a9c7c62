import { expect, test } from 'vitest'
import { resolved } from '#engine/core/testing/forms.ts'
import { DraftStore } from './drafts.ts'

/** What browsers call sessionStorage. */
function memory(): Storage {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
    get length() {
      return items.size
    },
  }
}

const form = resolved()
const answers = { species: 'cat', privacy: true }

test('a draft comes back after a reload, with the box that was ticked', () => {
  const storage = memory()
  new DraftStore(storage).keep(form, { key: 'k', answers })
  expect(new DraftStore(storage).find(form)).toEqual({ key: 'k', answers })
})

test('a tick for another sentence is forgotten, all else stays', () => {
  const storage = memory()
  new DraftStore(storage).keep(form, { key: 'k', answers })
  const changed = {
    ...form,
    consents: form.consents.map((consent) => ({ ...consent, text: `${consent.text} And more.` })),
  }
  expect(new DraftStore(storage).find(changed)).toEqual({ key: 'k', answers: { species: 'cat' } })
})

test('how a form ended is told until the page is loaded anew', () => {
  const storage = memory()
  const store = new DraftStore(storage)
  store.keep(form, { key: 'k', answers })
  store.drop(form, { alert: null, shown: 'a@b.co' })
  expect(store.find(form)).toBeNull()
  expect(store.ending(form)).toEqual({ alert: null, shown: 'a@b.co' })
  expect(new DraftStore(storage).ending(form)).toBeNull()
})
