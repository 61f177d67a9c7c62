import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderOf, placeOf } from '../library/folders.ts'
import { loadSite } from './load.ts'
import { sharedSandbox } from './testing/shared-sandbox.ts'

const guide = join(import.meta.dirname, '../../docs/guide')
// In the order of its index: what a page shows may need what a page before it has made.
const index = readFileSync(join(guide, 'README.md'), 'utf8')
const readme = Array.from(index.matchAll(/\((?<file>[a-z-]+\.md)\)/g), ({ groups }) => groups?.file ?? '')
  .map((file) => readFileSync(join(guide, file), 'utf8'))
  .join('\n')
const blocks = [
  ...readme.matchAll(/^```(?:json|md|csv) (?<kind>\w+)\b(?!\/)(?<more>[^\n]*)\n(?<text>[\s\S]*?)^```$/gm),
].map(({ groups }) => ({
  kind: groups?.kind ?? '',
  more: groups?.more?.trim() ?? '',
  text: groups?.text ?? '',
}))
const folders: Record<string, string> = {
  block: 'blocks',
  cookie: 'cookies',
  layout: 'layouts',
  list: 'lists',
  form: 'forms',
  variant: 'forms',
  mail: 'mails',
  menu: 'menus',
  page: 'pages',
  pageVariant: 'pages',
  brand: 'brands',
  partner: 'partners',
  sponsor: 'sponsors',
  deals: 'deals',
  drawing: 'media',
  article: 'blog',
}
/** Parts of site.json. */
const parts = ['facts', 'attribution']
const definitions = blocks.filter(({ kind }) => !['translation', 'text', 'table', 'site', ...parts].includes(kind))
const partsOf = (site: Record<string, object>) =>
  parts.map((part) => {
    const examples = blocks.filter(({ kind }) => kind === part).map(({ text }) => JSON.parse(text))
    return [part, Object.assign({}, site[part], ...examples)] as const
  })
const settings = blocks.filter(({ kind }) => kind === 'site').map(({ text }) => JSON.parse(text))

test('the guide has an example of everything', () => {
  expect(new Set(definitions.map(({ kind }) => kind))).toEqual(new Set(Object.keys(folders)))
})

const { box, cache } = await sharedSandbox()

test.each(definitions.map((block, index) => [index, block] as const))(
  'example %i runs as it is written',
  async (index, block) => {
    const site = JSON.parse(await box.read('definitions/site.json'))
    const whole = Object.assign({}, site, ...settings, Object.fromEntries(partsOf(site)))
    await box.edit('definitions/site.json', null, JSON.stringify(whole))
    const folder = folders[block.kind] ?? ''
    const { isMadeOf } = folderOf(folder) ?? {}
    const place =
      isMadeOf === undefined
        ? placeOf(folder, folder === 'deals' ? folder : 'example')
        : `${folder}/example/${isMadeOf}`
    await box.edit(`definitions/${place}.json`, null, block.text)
    const [before, , following] = [-1, 0, 1].map((step) => blocks[blocks.indexOf(block) + step])
    if (before?.kind === 'table') await box.edit(`definitions/tariffs/${before.more}.csv`, null, before.text)
    if (following?.kind === 'translation')
      await box.edit(`locales/${following.more}/${place}.json`, null, following.text)
    if (following?.kind === 'text')
      await box.edit(`definitions/${folder}/example/${following.more}.md`, null, following.text)
    const loaded = await loadSite(box, cache)
    expect(loaded.ok || loaded.problems, `example ${index}`).toBe(true)
  },
)

test('each step of the tutorial leaves definitions that would go live', async () => {
  const tutorial = readFileSync(join(guide, '../tutorial.md'), 'utf8')
  const steps = Array.from(tutorial.matchAll(/^```json file=(\S+)\n([\s\S]*?)^```$/gm))
  expect(steps).toHaveLength(4)
  const form = 'definitions/forms/bike-insurance.json'
  for (const [, file = '', text = ''] of steps) {
    // As its second step says, the form is German from then on.
    if (file.startsWith('locales/de/')) await box.edit(form, '"locales": ["en"]', '"locales": ["en", "de"]')
    await box.edit(file, null, text)
    expect(await loadSite(box, cache), file).toMatchObject({ ok: true })
  }
})
