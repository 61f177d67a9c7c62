import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { askedCategories, askedRevision } from '../site/others/third-parties.ts'
import { pageView } from '../site/page-view.ts'
import { checkTree } from './testing/check-tree.ts'
import { smallTree } from './testing/small-tree.ts'

const page = 'definitions/pages/solar.json'
const consentWords = join(import.meta.dirname, '../../locales/de/consent.json')

/** The site with a calculator on one page, in place of its form. */
async function withCalculator(more: string) {
  const own = `"kind": "calculator", "title": "All roofs", "company": "Reckoner", "replaces": "form"${more}`
  const loaded = await checkTree({
    ...smallTree,
    [page]: smallTree[page]?.replace('"faq": {', `"reckoned": { ${own} }, "faq": {`) ?? '',
    'locales/de/pages/solar.json':
      smallTree['locales/de/pages/solar.json']?.replace(
        '"sections": {',
        '"sections": { "reckoned": { "title": "Alle Dächer" },',
      ) ?? '',
  })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const { site } = loaded
  const brand = site.brands.byId('sun')
  const view = (path: string) => {
    const at = site.pages.at('sun', path)
    if (!at) throw new Error(`There is nothing at ${path}.`)
    return pageView(site, at, brand)
  }
  return { view, categories: askedCategories(site, brand), revision: askedRevision(site, brand) }
}

test('until it has an address our form is there, nothing is allowed and nobody is asked', async () => {
  const { view, categories, revision } = await withCalculator('')
  const { sections, scripts, asks } = view('/solar')
  expect(sections.map(({ kind }) => kind).slice(0, 3)).toEqual(['hero', 'form', 'faq'])
  expect({ scripts, asks, categories, revision }).toEqual({ scripts: [], asks: null, categories: [], revision: null })
})

test('with an address in a language it takes the form’s place there, and is loaded there alone', async () => {
  const address = ', "addresses": { "de": "https://reckoner.example/solar?partner=7" }'
  const { view, categories, revision } = await withCalculator(address)
  const german = view('/de/solar')
  expect(german.sections.map(({ id, kind }) => `${id} ${kind}`).slice(0, 3)).toEqual([
    'hero hero',
    'form calculator',
    'faq faq',
  ])
  const { functional } = JSON.parse(readFileSync(consentWords, 'utf8')).categories
  expect(german.sections[1]).toMatchObject({
    ...{ title: 'Alle Dächer', address: 'https://reckoner.example/solar?partner=7', height: 600 },
    words: {
      ask: expect.stringMatching(new RegExp(`gehört Reckoner\\..*„${functional.title}“`)),
      open: expect.stringContaining('Reckoner'),
    },
  })
  expect(german.scripts.map(({ hosts }) => hosts)).toEqual([{ frame: ['https://reckoner.example'] }])
  expect(view('/solar').sections[1]?.kind).toBe('form')
  for (const path of ['/solar', '/privacy', '/de/datenschutz']) expect(view(path).scripts).toEqual([])
  expect(categories).toEqual(['functional'])
  expect(revision).toEqual(expect.any(Number))
  const more = await withCalculator(address.replace('7"', '7", "en": "https://reckoner.example/solar/en"'))
  expect(more.revision).toBe(revision)
  const other = await withCalculator(`${address}, "category": "marketing"`)
  expect([other.categories, other.revision === revision]).toEqual([['marketing'], false])
})
