import { expect, test } from 'vitest'
import { checkTree } from './testing/check-tree.ts'
import { computedTree } from './testing/mistakes/forms/of-computed.ts'
import { estimateTree } from './testing/mistakes/forms/of-estimates.ts'
import { filesTree } from './testing/mistakes/forms/of-files.ts'
import { optionsTree } from './testing/mistakes/forms/of-options.ts'
import type { Mistake } from './testing/mistakes/mistake.ts'
import { offersTree } from './testing/mistakes/of-offers.ts'
import { tariffTree } from './testing/mistakes/of-tariffs.ts'
import { tables } from './testing/mistakes/tables.ts'
import { smallBlog } from './testing/small-blog.ts'
import { smallTree, type Tree } from './testing/small-tree.ts'

test('the tree in which mistakes are planted has none', async () => {
  for (const tree of [smallTree, ...Object.values(trees)]) {
    const loaded = await checkTree(tree)
    expect(loaded.ok ? loaded.remarks : loaded.problems).toEqual([])
  }
})

/** The tree that mistakes about something are planted in, where that needs more than the small one. */
const trees: Readonly<Record<string, Tree>> = {
  articles: { ...smallTree, ...smallBlog },
  computed: computedTree,
  estimates: estimateTree,
  files: filesTree,
  'mails about offers': offersTree,
  offers: offersTree,
  'options that depend on answers': optionsTree,
  tariffs: tariffTree,
}

for (const [about, mistakes] of Object.entries(tables))
  test.each(mistakes.map((mistake) => ({ name: mistake[0], mistake })))(
    `${about}: $name is said in one sentence, at its place`,
    async ({ mistake }) => {
      const { tree, place } = plant(mistake, trees[about])
      const loaded = await checkTree(tree)
      const told = loaded.ok ? loaded.remarks : loaded.problems
      expect(told).toEqual([{ ...place, message: mistake[4] }])
    },
  )

const fine: [name: string, file: string, find: string, put: string][] = [
  [
    'a variant in fewer languages than a field of its base',
    'definitions/forms/solar_3.json',
    '',
    '{ "variantOf": "solar", "locales": ["en"] }',
  ],
  [
    'a page variant in fewer languages than its base',
    'definitions/pages/solar-2.json',
    '"title"',
    '"locales": ["en"], "title"',
  ],
  [
    'two forms on a page, and one of them twice',
    'definitions/pages/solar.json',
    '"form": { "kind": "form", "form": "solar" }',
    '"form": { "kind": "form", "form": "solar" }, "other": { "kind": "form", "form": "solar_2" }, "again": { "kind": "form", "form": "solar", "main": false }',
  ],
  [
    'two main forms on a page, each in its language',
    'definitions/pages/solar.json',
    '"form": { "kind": "form", "form": "solar" }',
    '"form": { "kind": "form", "form": "solar", "main": true, "locales": ["en"] }, "other": { "kind": "form", "form": "solar_2", "main": true, "locales": ["de"] }',
  ],
  [
    'a group with a field for a language that a form of it lacks',
    'definitions/groups/contact.json',
    '"kind": "email"',
    '"kind": "email", "locales": ["en", "es", "de"]',
  ],
  [
    'a field that is called options',
    'definitions/groups/spare.json',
    '',
    '{ "fields": { "options": { "title": "Text", "kind": "text" } } }',
  ],
  ['a link where links are drawn', 'definitions/consents/privacy.json', '(page:privacy)', '(page:solar)'],
  [
    'a condition on the number of items, a range and several options',
    'definitions/forms/solar.json',
    '"title": "About you",',
    '"title": "About you", "when": [{ "roofs": 2, "bill": { "minimum": 100, "maximum": 9000 } }, { "uses": ["car", "pump"] }],',
  ],
  [
    'limits by other answers, of the same item, by the number of items and beside one that stands by itself',
    'definitions/forms/solar.json',
    '"area": { "title": "Area in m²", "type": "integer", "minimum": 5, "maximum": 500 }',
    '"area": { "title": "Area in m²", "type": "integer", "minimum": 5, "maximum": [500, { "field": "bill" }] }, "shaded": { "title": "In the shade", "locales": ["en"], "type": "number", "maximum": { "field": "area", "factor": 0.5 }, "minimum": { "field": "roofs" } }, "built": { "kind": "month-year", "title": "Built", "locales": ["en"], "latest": [{ "field": "moved", "offset": "-1m" }, "today"] }',
  ],
  [
    'bounds that cross on some days only',
    'definitions/forms/solar.json',
    '"latest": "today"',
    '"earliest": "+30d", "latest": "+1m"',
  ],
  [
    'a limit that is a fact, in the currency of each market',
    'definitions/forms/solar.json',
    '"kind": "long-text", "title": "Anything else?"',
    '"kind": "amount", "title": "Budget", "maximum": { "fact": "price" }',
  ],
  [
    'a limit that there is in some markets, and explicitly not in others',
    'definitions/forms/solar.json',
    '"type": "integer", "minimum": 100, "maximum": 9000',
    '"locales": ["de"], "type": "integer", "minimum": { "fact": "subsidy" }',
  ],
]

test.each(fine)('not a mistake: %s', async (_, file, find, put) => {
  // A field and a section for one language, for variants in another.
  const base = {
    ...smallTree,
    'definitions/forms/solar.json': smallTree['definitions/forms/solar.json']?.replace(
      '"kind": "gender"',
      '"kind": "gender", "locales": ["de"]',
    ),
    'definitions/pages/solar.json': smallTree['definitions/pages/solar.json']?.replace(
      '"kind": "cards"',
      '"kind": "cards", "locales": ["de"]',
    ),
  } as Tree
  const text = base[file] ?? ''
  expect(text).toContain(find)
  const loaded = await checkTree({ ...base, [file]: text === '' ? put : text.replace(find, () => put) })
  expect(loaded.ok ? [] : loaded.problems).toEqual([])
})

test('mistakes of every stage are said at once: syntax, shape, references, addresses, words and links', async () => {
  const planted: Mistake[] = [
    ['syntax', 'definitions/consents/privacy.json', '"text"', 'text', ''],
    ['shape', 'definitions/brands/sun.json', '"name"', '"nam"', ''],
    ['reference', 'definitions/partners/acme.json', '"form": "solar"', '"form": "solr"', ''],
    ['address', 'definitions/pages/privacy.json', '"/datenschutz"', '"/api"', ''],
    ['words', 'locales/de/forms/solar.json', '"note"', '"noet"', ''],
    ['link', 'locales/es/pages/privacy.json', '(page:privacy)', '(page:privcy)', ''],
  ]
  const tree = Object.fromEntries(
    Object.entries(smallTree).map(([file, text]) => {
      const [, , find = '', put = ''] = planted.find(([, planting]) => planting === file) ?? []
      return [file, text.replace(find, put)]
    }),
  )
  const loaded = await checkTree(tree)
  expect(loaded.ok ? [] : loaded.problems.map(({ file, message }) => `${file} ${message}`).sort()).toEqual([
    'definitions/brands/sun.json Unknown key "nam". Did you mean "name"?',
    'definitions/consents/privacy.json Keys need double quotes. Write "text".',
    "definitions/pages/privacy.json Addresses under /api are the server's own. Choose another path.",
    'definitions/partners/acme.json There is no form "solr". Did you mean "solar"?',
    'locales/de/forms/solar.json Nothing uses the text steps.profile.fields.noet.title. Did you mean "steps.profile.fields.note.title"? Correct the key or remove it.',
    'locales/es/pages/privacy.json There is no page "privcy". Did you mean "privacy"?',
  ])
})

/** The tree with a mistake, and the place that must be named. */
function plant([, file, find, put, , at]: Mistake, base: Tree = smallTree): { tree: Tree; place: object } {
  const text = base[file] ?? ''
  if (find !== '' && !text.includes(find)) throw new Error(`${file} does not hold ${find}`)
  const marked = find === '' ? put : text.replace(find, () => put)
  const tree = { ...base, [file]: marked.replace('¦', '') }
  const named = at?.[0] ?? file
  const offset = at ? (tree[named] ?? '').indexOf(at[1]) : marked.indexOf('¦')
  if (offset < 0) throw new Error('The mistake does not say which place must be named')
  const before = (at ? (tree[named] ?? '') : marked).slice(0, offset)
  return { tree, place: { file: named, line: before.split('\n').length, column: offset - before.lastIndexOf('\n') } }
}
