import { expect, test } from 'vitest'
import { pageView } from '../site/page-view.ts'
import { checkTree } from './testing/check-tree.ts'
import { smallTree } from './testing/small-tree.ts'

const form = 'definitions/forms/solar.json'
const german = 'locales/de/forms/solar.json'
const page = 'definitions/pages/solar.json'

test('thanks lead on with the drawing of the page that comes next', async () => {
  const link = '"thankYou": { "link": { "label": "Solar", "page": "solar" },'
  const loaded = await checkTree({
    ...smallTree,
    [form]: smallTree[form]?.replace('"thankYou": {', link) ?? '',
    [german]: smallTree[german]?.replace('"thankYou": {', '"thankYou": { "link": { "label": "Sonne" },') ?? '',
    [page]: smallTree[page]?.replace('"kind": "hero",', '"kind": "hero", "drawing": "home",') ?? '',
  })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const { site } = loaded
  const at = site.pages.at('sun', '/solar')
  const view = at && pageView(site, at, site.brands.byId('sun'))
  expect(view?.sections.find(({ id }) => id === 'form')).toMatchObject({ onward: 'home' })
})
