import { expect, test } from 'vitest'
import { pageView } from '../site/page-view.ts'
import { loadSite } from './load.ts'
import { sharedSandbox } from './testing/shared-sandbox.ts'

const { box, cache } = await sharedSandbox()

const file = (value: object) => JSON.stringify(value)
const page = (path: string, sections: object) =>
  file({ locales: ['en'], path, title: path, description: path, sections })
const list = { kind: 'partners', title: 'Who gets your answers', empty: 'Nobody at present.' }
const named = (name: string) => ({ name, address: 'London', privacy: 'https://sol.example/privacy' })
const taking = (takes: object, name: string) =>
  file({ name, disclosure: named(name), filters: [takes], deliveries: { feed: { kind: 'pull' } } })

/** The partners that a page lists, by name. */
async function listedAt(id: string, brand = 'default'): Promise<string[]> {
  const loaded = await loadSite(box, cache)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const at = loaded.site.pages.all.find((each) => each.id === id && each.locale === 'en')
  const sections = at ? pageView(loaded.site, at, loaded.site.brands.byId(brand)).sections : []
  return sections.flatMap((section) => (section.kind === 'partners' ? section.partners.map(({ name }) => name) : []))
}

test('a page lists who takes leads of its forms, and of its variants’ where it names the page', async () => {
  await box.edit('definitions/partners/demo.json', '"name": "Example Comparison Partner Ltd"', '"name": "Demo"')
  await box.edit('definitions/pages/sun.json', null, page('/sun', { form: { kind: 'form', form: 'energy' }, list }))
  const variant = { variantOf: 'sun', path: '/sun-2', sections: { form: { form: 'loan' } } }
  await box.edit('definitions/pages/sun-2.json', null, file(variant))
  await box.edit('definitions/pages/who.json', null, page('/who', { list: { ...list, of: 'sun' } }))
  const partner = (id: string, takes: object) => box.edit(`definitions/partners/${id}.json`, null, taking(takes, id))
  await partner('blue', { form: 'energy', brands: ['prussian-blue'] })
  await partner('elsewhere', { form: 'energy', pages: ['home'] })
  await partner('hot', { form: 'energy', when: { solarPanels: true } })
  await partner('lender', { form: 'loan', locales: ['en'] })
  await partner('prestamista', { form: 'loan', locales: ['es'] })
  expect(await listedAt('sun')).toEqual(['Demo', 'hot', 'Sample Energy A'])
  expect(await listedAt('sun', 'prussian-blue')).toEqual(['blue', 'Demo', 'hot', 'Sample Energy A'])
  expect(await listedAt('sun-2')).toEqual(['Demo', 'lender', 'Sample Bank A'])
  expect(await listedAt('who')).toEqual(['Demo', 'hot', 'lender', 'Sample Bank A', 'Sample Energy A'])
})

test('a partner that does not say how it is named is listed all the same', async () => {
  await box.edit('definitions/pages/sun.json', null, page('/sun', { form: { kind: 'form', form: 'energy' }, list }))
  const plain = file({ name: 'Plain', filters: [{ form: 'energy' }], deliveries: { feed: { kind: 'pull' } } })
  await box.edit('definitions/partners/plain.json', null, plain)
  expect(await listedAt('sun')).toContain('Plain')
})
