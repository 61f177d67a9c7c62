import { expect, test } from 'vitest'
import { isTree } from '../form/model/answers.ts'
import { pageView } from '../site/page-view.ts'
import type { Site } from '../site/site.ts'
import { checkTree } from './testing/check-tree.ts'
import { smallTree } from './testing/small-tree.ts'

const variant = 'definitions/pages/solar-2.json'
const german = 'locales/de/pages/solar-2.json'

async function siteWith(files: Record<string, string>): Promise<Site> {
  const loaded = await checkTree({ ...smallTree, ...files })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  return loaded.site
}

/** A section of a page as it is shown. */
function section(site: Site, path: string, id: string) {
  const at = site.pages.at('sun', path)
  return at && pageView(site, at, site.brands.byId('sun')).sections.find((each) => each.id === id)
}

/** The titles of the steps of a section. */
function steps(of: unknown): string[] {
  return isTree(of) ? Object.values(of.steps as Record<string, { title: string }>).map(({ title }) => title) : []
}

test('a page shows a block with what it changes in it, in the words of each language', async () => {
  const site = await siteWith({})
  const [english, german] = [section(site, '/solar', 'ways'), section(site, '/de/solar', 'ways')]
  expect(english).toMatchObject({ kind: 'steps', title: 'How it goes' })
  expect(steps(english)).toEqual(['You answer', 'You wait 2\u00a0minutes'])
  expect(german).toMatchObject({ kind: 'steps', title: 'So geht es' })
  expect(steps(german)).toEqual(['Sie antworten', 'Sie warten 2\u00a0Minuten'])
  expect(JSON.stringify(german)).toContain('/de/datenschutz')
  expect(section(site, '/de/solar', 'more')).toMatchObject({ kind: 'cards', title: 'Weiterlesen' })
})

test('a variant has the blocks of its base, changes and removes them in place', async () => {
  const inherited = await siteWith({})
  expect(section(inherited, '/de/solar-2', 'ways')).toMatchObject({ title: 'So geht es' })
  const changed = await siteWith({
    [variant]:
      '{ "variantOf": "solar", "path": "/solar-2", "sections": { "ways": { "title": "Now", "steps": { "ask": null } } } }',
    [german]: '{ "sections": { "ways": { "title": "Jetzt" } } }',
  })
  const section2 = section(changed, '/de/solar-2', 'ways')
  expect(section2).toMatchObject({ title: 'Jetzt' })
  expect(steps(section2)).toEqual(['Sie warten 2\u00a0Minuten'])
})

test('a block of a variant stands in place of the section of its base, and keeps nothing of it', async () => {
  const site = await siteWith({
    [variant]: '{ "variantOf": "solar", "path": "/solar-2", "sections": { "faq": { "use": "ways" }, "cards": null } }',
    [german]: '{}',
  })
  const at = site.pages.at('sun', '/de/solar-2')
  const view = at && pageView(site, at, site.brands.byId('sun'))
  expect(view?.sections.map(({ id, kind }) => `${id} ${kind}`)).toEqual([
    'hero hero',
    'form form',
    'faq steps',
    'ways steps',
    'more cards',
  ])
  expect(view?.sections.find(({ id }) => id === 'faq')).toMatchObject({ title: 'So funktioniert es' })
  expect(JSON.stringify(view?.sections)).not.toContain('questions')
})

test('a draft that uses a block is seen by its authors, and its block may wait for translation', async () => {
  const site = await siteWith({
    'definitions/blocks/soon.json': '{ "kind": "text", "paragraphs": { "first": "Soon." } }',
    'definitions/pages/soon.json':
      '{ "locales": ["en", "es"], "path": "/soon", "draft": true, "title": "Soon", "sections": { "soon": { "use": "soon" } } }',
  })
  expect(site.pages.at('sun', '/soon')).toBeNull()
  expect(section(site.authoring.withDrafts(), '/soon', 'soon')).toMatchObject({ paragraphs: { first: 'Soon.' } })
})
