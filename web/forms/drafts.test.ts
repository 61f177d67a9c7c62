import { expect, test } from 'vitest'
import { resolved } from '#engine/core/testing/forms.ts'
import { safeStorage } from '../stores/safe-storage.ts'
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
  new DraftStore(storage).keep('lead', form, { key: 'k', answers })
  expect(new DraftStore(storage).find('lead', form)).toEqual({ key: 'k', answers })
})

test('a tick for another sentence is forgotten, all else stays', () => {
  const storage = memory()
  new DraftStore(storage).keep('lead', form, { key: 'k', answers })
  const changed = {
    ...form,
    consents: form.consents.map((consent) => ({ ...consent, text: `${consent.text} And more.` })),
  }
  expect(new DraftStore(storage).find('lead', changed)).toEqual({ key: 'k', answers: { species: 'cat' } })
})

test('how a form ended is told until the page is loaded anew', () => {
  const storage = memory()
  const store = new DraftStore(storage)
  store.keep('lead', form, { key: 'k', answers })
  store.drop('lead', form, { alert: null, shown: 'a@b.co' })
  expect(store.find('lead', form)).toBeNull()
  expect(store.ending('lead', form)).toEqual({ alert: null, shown: 'a@b.co' })
  expect(new DraftStore(storage).ending('lead', form)).toBeNull()
})

test('answers go along into another language, but for ticks of other sentences', () => {
  const storage = memory()
  const inDutch = {
    ...form,
    locale: 'nl',
    steps: form.steps.map((step) => ({ ...step, fields: step.fields.filter(({ id }) => id !== 'phone') })),
    consents: form.consents.map((consent) => ({ ...consent, text: `${consent.text} (nl)` })),
  }
  new DraftStore(storage).keep('lead', form, { key: 'k', answers: { ...answers, phone: '1' } })
  const store = new DraftStore(storage)
  const { privacy: _, ...kept } = answers
  expect(store.find('lead', inDutch)).toEqual({ key: 'k', answers: { ...kept, phone: '1' } })
  store.keep('lead', inDutch, { key: 'k', answers: { species: 'dog', privacy: true } })
  expect(new DraftStore(storage).find('lead', inDutch)?.answers).toEqual({ species: 'dog', privacy: true })
  // What only the first language asks is there again in it.
  expect(new DraftStore(storage).find('lead', form)?.answers).toEqual({ species: 'dog', phone: '1' })
})

test('a draft that was sent and not accepted says so after a reload', () => {
  const storage = memory()
  new DraftStore(storage).keep('lead', form, { key: 'k', answers, isUnsent: true })
  expect(new DraftStore(storage).find('lead', form)).toEqual({ key: 'k', answers, isUnsent: true })
})

test('two sections with the same form have a draft each', () => {
  const storage = memory()
  const store = new DraftStore(storage)
  store.keep('lead', form, { key: 'k', answers, isBegun: true })
  store.keep('again', form, { key: 'other', answers: { species: 'dog' } })
  store.drop('lead', form)
  expect(new DraftStore(storage).find('lead', form)).toBeNull()
  expect(new DraftStore(storage).find('again', form)).toEqual({ key: 'other', answers: { species: 'dog' } })
})

test('where nothing may be kept, a draft lives as long as the page', () => {
  // No window, no storage: naming it throws, as it does in a browser that forbids it.
  const store = new DraftStore(safeStorage('sessionStorage'))
  store.keep('lead', form, { key: 'k', answers })
  expect(store.find('lead', form)).toEqual({ key: 'k', answers })
  store.drop('lead', form)
  expect(store.find('lead', form)).toBeNull()
})
