import { expect, test } from 'vitest'
import { resolved } from '../../engine/form/testing/forms.ts'
import type { FormPlace } from '../../engine/site/form-places.ts'
import type { PageView } from '../../engine/site/page-view.ts'
import type { FormState, PageData } from '../page/page-data.ts'
import { continued, freshState, movedForms } from './form-states.ts'

const version = { form: resolved(), hash: 'h' }
const sections = ['lead', 'call', 'news'].map((id) => ({ id, kind: 'form', main: id === 'lead', ...version }))
const frame = { footer: null, popup: null }
const view = { path: '/pets', sections, frame } as unknown as PageView

function page(places: FormPlace[], states: Record<string, Partial<FormState>> = {}): PageData {
  const forms = sections.map(({ id }) => [id, { ...freshState(version), ...states[id] }] as const)
  return {
    view,
    forms: Object.fromEntries(forms),
    places,
    acted: places[0]?.section ?? null,
    test: null,
    results: null,
  }
}
const problems = [{ field: 'species', code: 'required', params: {} }]
const wrong = { ...freshState(version), turn: { ...freshState(version).turn, problems }, arrives: true }

test('the form that went elsewhere is drawn anew and takes the focus, the others stay as they are', () => {
  const before = page([], { news: wrong })
  const after = page([{ section: 'call', step: 'you' }])
  const { forms, acted } = continued(before, after, new Map(), false)
  expect(forms.call).toEqual({ ...after.forms.call, arrives: true })
  expect(forms.lead).toBe(before.forms.lead)
  expect(forms.news?.turn).toBe(before.forms.news?.turn)
  expect(forms.news?.arrives).toBe(false)
  expect(acted).toBe('call')
  expect(movedForms(before, after, new Map())).toEqual(['call'])
})

test('Back takes the form back that had gone on, and no other', () => {
  const call = { section: 'call', step: 'you' }
  const before = page([{ section: 'news', step: 'done' }, call])
  const after = page([call])
  expect(movedForms(before, after, new Map())).toEqual(['news'])
  expect(continued(before, after, new Map(), false).forms.call).toBe(before.forms.call)
})

test('a form that acted is drawn anew at the same place too, quietly where somebody is elsewhere', () => {
  const before = page([], { news: wrong })
  const after = page([])
  const next = continued({ ...before, acted: 'news' }, after, new Map([['call', false]]), true)
  expect(next.forms.call).toEqual(after.forms.call)
  expect(next.forms.news).toBe(before.forms.news)
  expect(next.acted).toBe('news')
})

test('what the main form hid comes back as its draft has it, with what was wrong', () => {
  const before = page([{ section: 'lead', step: 'done' }], { lead: { isBegun: true }, news: wrong })
  const turn = { ...freshState(version).turn, answers: { species: 'cat' } }
  const { forms } = continued(before, page([], { news: { turn } }), new Map(), false)
  expect(forms.news?.turn).toEqual({ ...turn, problems })
  expect(forms.news?.arrives).toBe(false)
})

test('a page that was fetched anew because a form of it has changed keeps what is said of that', () => {
  const before = page([], { news: { ...wrong, outcome: 'changed' } })
  const after = { ...page([]), view: { ...view } }
  expect(continued(before, after, new Map(), true).forms.news).toBe(before.forms.news)
})

test('another page, in another language too, begins as it is', () => {
  const after = { ...page([]), view: { ...view, path: '/de/pets' } }
  expect(continued(page([]), after, new Map(), false)).toBe(after)
  expect(movedForms(page([]), after, new Map())).toEqual(['lead', 'call', 'news'])
})
