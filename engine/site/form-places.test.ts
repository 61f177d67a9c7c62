import { expect, test } from 'vitest'
import { addressWith, mainForm, moved, placesIn, shownOf } from './form-places.ts'
import type { PageView } from './page-view.ts'

const form = (id: string, main: boolean) => ({ id, kind: 'form', main })
const frame = { footer: { newsletter: form('newsletter', false) }, popup: null }
const view = {
  asked: {},
  frame,
  path: '/solar',
  sections: [{ id: 'hero', kind: 'hero' }, form('quote', true), form('call', false), form('news', false)],
} as unknown as PageView
const single = {
  path: '/',
  frame: { footer: null, popup: null },
  sections: [form('only', false)],
} as unknown as PageView

const read = (search: string) =>
  placesIn(view, new URLSearchParams(search)).map(({ section, step }) => `${section} ${step}`)

test('an address names a form by its section, and the main form by nothing', () => {
  expect(read('step=you')).toEqual(['quote you'])
  expect(read('utm_source=x&form=news&step=done')).toEqual(['news done'])
  expect(read('form=news&step=done&step=you&form=call&step=time')).toEqual(['news done', 'quote you', 'call time'])
})

test('what is no form of the page says nothing, nor does a second place', () => {
  expect(read('form=hero&step=you&form=gone&step=done&form=news')).toEqual([])
  expect(read('step=you&step=done')).toEqual(['quote you'])
  expect(placesIn(single, new URLSearchParams('step=you'))).toEqual([])
})

test('the form that acts comes first, and the others stay where they are', () => {
  const places = moved(moved(moved([], 'call', 'time'), 'quote', 'you'), 'call', 'you')
  const address = addressWith(view, places)
  expect(address).toBe('/solar?form=call&step=you&step=you')
  expect(placesIn(view, new URL(address, 'http://a').searchParams)).toEqual(places)
  expect(addressWith(view, moved(moved(places, 'call', null), 'quote', null))).toBe('/solar')
})

test('a page that is kept for everybody shows one form sent at most', () => {
  const shown = (search: string) => shownOf(view, new URLSearchParams(search))
  expect(['', 'step=you', 'form=made-up&step=done', 'form=call&step=time'].map(shown)).toEqual(['', '', '', ''])
  expect(['step=done', 'form=news&step=done', 'form=call&step=time&step=done'].map(shown)).toEqual([
    'quote',
    'news',
    'quote',
  ])
  expect(['step=done-tenant', 'step=done&form=news&step=done'].map(shown)).toEqual([null, null])
})

test('a form of the frame is one of the page, and never its main form', () => {
  expect(read('form=newsletter&step=done')).toEqual(['newsletter done'])
  const alone = { ...single, asked: {}, sections: [], frame } as unknown as PageView
  expect(mainForm(alone)).toBeUndefined()
  expect(addressWith(alone, [{ section: 'newsletter', step: 'done' }])).toBe('/?form=newsletter&step=done')
})
