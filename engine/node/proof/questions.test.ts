// Pages say who gets the answers of their form, and how many questions it asks.
import { expect, test } from 'vitest'
import { pageView } from '../../site/page-view.ts'
import { loadSite } from '../load.ts'
import { sharedSandbox } from '../testing/shared-sandbox.ts'
import { formProver } from './form-prover.ts'

const { box, cache } = await sharedSandbox()

const note = 'Sent only to {recipients}. {questions} questions.'
const page = (form: string) =>
  JSON.stringify({
    ...{ locales: ['en'], path: '/asked', title: 'Asked', description: 'Asked', noindex: true },
    sections: { promise: { kind: 'hero', title: 'Asked', note }, form: { kind: 'form', form } },
  })
const form = (fields: object) =>
  JSON.stringify({ locales: ['en'], title: 'Asked', steps: { all: { title: 'All', fields } } })
const yesNo = (title: string, when?: object) => ({ kind: 'yes-no', title, ...(when && { when }) })
const taking = (name: string, privacy: string) =>
  JSON.stringify({
    ...{ name, disclosure: { name, address: 'London', privacy }, filters: [{ form: 'asked' }] },
    deliveries: { feed: { kind: 'pull' } },
  })

async function site() {
  const loaded = await loadSite(box, cache)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  return loaded.site
}

type Live = Awaited<ReturnType<typeof site>>

function noteOf(live: Live): string | undefined {
  const at = live.pages.all.find(({ id }) => id === 'asked')
  const sections = at ? pageView(live, at, live.brands.byId('default')).sections : []
  return sections.flatMap((section) => (section.kind === 'hero' ? [section.note] : []))[0]
}

const prover = (proven: readonly string[] = []) => formProver({ now: Date.now, onGivenUp: () => {}, proven })

test('a form that changes is counted before it goes live, and what was counted is kept by its rules', async () => {
  await box.edit('definitions/pages/asked.json', null, page('asked'))
  await box.edit('definitions/forms/asked.json', null, form({ a: yesNo('A?'), b: yesNo('B?', { a: true }) }))
  const live = await site()
  // Nobody has counted them: the sentence is left out. No partner takes the form: it is the operator's.
  expect(noteOf(live)).toBe('Sent only to Leadwright GmbH.')
  const first = prover()
  expect(await first.prove(live, [])).toEqual([])
  expect(noteOf(live)).toBe('Sent only to Leadwright GmbH. 1\u2060–\u20602 questions.')

  const next = await site()
  expect(noteOf(next)).toBe('Sent only to Leadwright GmbH.')
  await prover(first.proven()).prove(next, [])
  expect(noteOf(next)).toBe('Sent only to Leadwright GmbH. 1\u2060–\u20602 questions.')

  await box.edit('definitions/forms/asked.json', null, form({ a: yesNo('Now?'), b: yesNo('B?', { a: true }) }))
  const reworded = await site()
  await prover(first.proven()).prove(reworded, [])
  expect(noteOf(reworded)).toBe('Sent only to Leadwright GmbH. 1\u2060–\u20602 questions.')
})

test('each partner that takes the form is named, with its privacy policy', async () => {
  await box.edit('definitions/pages/asked.json', null, page('asked'))
  await box.edit('definitions/forms/asked.json', null, form({ a: yesNo('A?') }))
  await box.edit('definitions/partners/sol.json', null, taking('Sol', 'https://sol.example/privacy'))
  await box.edit('definitions/partners/lux.json', null, taking('Lux', 'https://lux.example/privacy'))
  const live = await site()
  await prover().prove(live, [])
  expect(noteOf(live)).toBe(
    'Sent only to [Lux](https://lux.example/privacy) and [Sol](https://sol.example/privacy). 1 questions.',
  )
})

test('a page without a form has nobody to name and nothing to count', async () => {
  const section = { kind: 'hero', title: 'Asked', note }
  const lone = { locales: ['en'], path: '/lone', title: 'x', description: 'x', sections: { promise: section } }
  await box.edit('definitions/pages/lone.json', null, JSON.stringify(lone))
  const loaded = await loadSite(box, cache)
  const said = loaded.ok ? [] : loaded.problems.map(({ message }) => message)
  expect(said).toEqual([expect.stringContaining('There is no placeholder {recipients}.')])
})
