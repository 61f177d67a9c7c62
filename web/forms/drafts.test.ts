import { expect, test } from 'vitest'
import { resolved } from '../../engine/form/testing/forms.ts'
import { type ListedStorage, type SafeStorage, safeStorage } from '../stores/safe-storage.ts'
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

let time = 0
const storeOn = (tab: SafeStorage, device: ListedStorage = memory()) => new DraftStore({ tab, device, now: () => time })
const keysOf = (storage: Storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')

const lead = { page: 'pets', section: 'lead' }
const again = { page: 'pets', section: 'again' }
const form = resolved()
const answers = { species: 'cat', privacy: true }

test('a draft comes back after a reload, with the box that was ticked', () => {
  const storage = memory()
  storeOn(storage).keep(lead, form, { key: 'k', answers })
  expect(storeOn(storage).find(lead, form)).toEqual({ key: 'k', answers })
})

test('a tick for another sentence is forgotten, all else stays', () => {
  const storage = memory()
  storeOn(storage).keep(lead, form, { key: 'k', answers })
  const changed = {
    ...form,
    consents: form.consents.map((consent) => ({ ...consent, text: `${consent.text} And more.` })),
  }
  expect(storeOn(storage).find(lead, changed)).toEqual({ key: 'k', answers: { species: 'cat' } })
})

test('how a form ended is told until the page is loaded anew', () => {
  const storage = memory()
  const store = storeOn(storage)
  store.keep(lead, form, { key: 'k', answers })
  const ending = { alert: null, shown: [{ title: 'Email', words: 'a@b.co' }] }
  store.drop(lead, form, ending)
  expect(store.find(lead, form)).toBeNull()
  expect(store.ending(lead, form)).toEqual(ending)
  expect(storeOn(storage).ending(lead, form)).toBeNull()
})

test('answers go along into another language, but for ticks of other sentences', () => {
  const storage = memory()
  const inDutch = {
    ...form,
    locale: 'nl',
    steps: form.steps.map((step) => ({ ...step, fields: step.fields.filter(({ id }) => id !== 'phone') })),
    consents: form.consents.map((consent) => ({ ...consent, text: `${consent.text} (nl)` })),
  }
  storeOn(storage).keep(lead, form, { key: 'k', answers: { ...answers, phone: '1' } })
  const store = storeOn(storage)
  const { privacy: _, ...kept } = answers
  expect(store.find(lead, inDutch)).toEqual({ key: 'k', answers: { ...kept, phone: '1' } })
  store.keep(lead, inDutch, { key: 'k', answers: { species: 'dog', privacy: true } })
  expect(storeOn(storage).find(lead, inDutch)?.answers).toEqual({ species: 'dog', privacy: true })
  // What only the first language asks is there again in it.
  expect(storeOn(storage).find(lead, form)?.answers).toEqual({ species: 'dog', phone: '1' })
})

test('a draft that was sent and not accepted says so after a reload', () => {
  const storage = memory()
  storeOn(storage).keep(lead, form, { key: 'k', answers, isUnsent: true })
  expect(storeOn(storage).find(lead, form)).toEqual({ key: 'k', answers, isUnsent: true })
})

test('two sections with the same form have a draft each', () => {
  const storage = memory()
  const store = storeOn(storage)
  store.keep(lead, form, { key: 'k', answers, isBegun: true })
  store.keep(again, form, { key: 'other', answers: { species: 'dog' } })
  store.drop(lead, form)
  expect(storeOn(storage).find(lead, form)).toBeNull()
  expect(storeOn(storage).find(again, form)).toEqual({ key: 'other', answers: { species: 'dog' } })
})

test('where nothing may be kept, a draft lives as long as the page', () => {
  // No window, no storage: naming it throws, as it does in a browser that forbids it.
  const store = storeOn(safeStorage('sessionStorage'), safeStorage('localStorage'))
  store.keep(lead, form, { key: 'k', answers })
  expect(store.find(lead, form)).toEqual({ key: 'k', answers })
  store.drop(lead, form)
  expect(store.find(lead, form)).toBeNull()
})

test('two pages with the same form and section have a draft each; what stands on every page is one', () => {
  const storage = memory()
  const elsewhere = { page: 'cats', section: 'lead' }
  storeOn(storage).keep(lead, form, { key: 'k', answers })
  expect(storeOn(storage).find(elsewhere, form)).toBeNull()
  storeOn(storage).keep(elsewhere, form, { key: 'other', answers: { species: 'dog' } })
  storeOn(storage).drop(elsewhere, form)
  expect(storeOn(storage).find(lead, form)).toEqual({ key: 'k', answers })
  storeOn(storage).keep({ page: 'pets', section: 'newsletter' }, form, { key: 'n', answers })
  expect(storeOn(storage).find({ page: 'cats', section: 'newsletter' }, form)).toEqual({ key: 'n', answers })
})

test('what an earlier release kept belongs to the page that asks first', () => {
  const storage = memory()
  storeOn(storage).keep(lead, form, { key: 'k', answers })
  const [present = ''] = keysOf(storage)
  storage.setItem(`draft lead ${form.id}`, storage.getItem(present) ?? '')
  storage.removeItem(present)
  expect(storeOn(storage).find(lead, form)).toEqual({ key: 'k', answers })
  expect(storeOn(storage).find({ page: 'cats', section: 'lead' }, form)).toBeNull()
  expect(keysOf(storage)).toEqual([present])
})

const days = (count: number) => count * 24 * 60 * 60 * 1000

test('a form that says so is on the device for its days, at the step that was left, without ticks', () => {
  time = 0
  const device = memory()
  const lasting = { ...form, keepAnswers: { days: 7 } }
  storeOn(memory(), device).keep(lead, lasting, { key: 'k', answers, isBegun: true, step: 'you' })
  time = days(7) - 1
  const found = { key: 'k', answers: { species: 'cat' }, isBegun: true, step: 'you' }
  expect(storeOn(memory(), device).find(lead, lasting)).toEqual(found)
  // Each change makes it last as long again; what is typed says no step.
  const next = storeOn(memory(), device)
  next.keep(lead, lasting, { key: 'k', answers: { species: 'dog' } })
  expect(next.find(lead, lasting)).toEqual({ key: 'k', answers: { species: 'dog' } })
  time = days(14) - 2
  expect(storeOn(memory(), device).find(lead, lasting)).toEqual({ key: 'k', answers: { species: 'dog' }, step: 'you' })
  time = days(14)
  const open = storeOn(memory(), device)
  expect(open.find(lead, lasting)).toBeNull()
  expect(keysOf(device)).toEqual([])
})

test('the device forgets what was sent, what has expired and what a form keeps no longer', () => {
  time = 0
  const device = memory()
  const lasting = { ...form, keepAnswers: { days: 7 } }
  const iban = { ...lasting, steps: lasting.steps.map((step) => ({ ...step, fields: step.fields.map(asIban) })) }
  const store = storeOn(memory(), device)
  store.keep(lead, form, { key: 'k', answers })
  expect(keysOf(device)).toEqual([])
  store.keep(lead, lasting, { key: 'k', answers })
  expect(storeOn(memory(), device).find(lead, form)).toBeNull()
  expect(keysOf(device)).toEqual([])
  store.keep(lead, iban, { key: 'k', answers })
  expect(device.getItem(keysOf(device)[0] ?? '')).not.toContain('cat')
  store.drop(lead, lasting)
  expect(keysOf(device)).toEqual([])
  store.keep(lead, lasting, { key: 'k', answers })
  device.setItem('draft lead broken', '{')
  device.setItem('colour-theme', 'dark')
  time = days(8)
  storeOn(memory(), device)
  expect(keysOf(device)).toEqual(['colour-theme'])
})

function asIban<T extends { id: string }>(field: T): T {
  return field.id === 'species' ? { ...field, kind: 'iban' } : field
}
