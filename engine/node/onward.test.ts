import { expect, test } from 'vitest'
import { pageView } from '../site/page-view.ts'
import { checkTree } from './testing/check-tree.ts'
import { smallTree } from './testing/small-tree.ts'

const form = 'definitions/forms/solar.json'
const german = 'locales/de/forms/solar.json'
const page = 'definitions/pages/solar.json'
const germanPage = 'locales/de/pages/solar.json'

test('thanks lead on with the drawing and the words of the page that comes next, in its language', async () => {
  const link = '"thankYou": { "link": { "label": "Solar", "page": "solar" },'
  const loaded = await checkTree({
    ...smallTree,
    [form]: smallTree[form]?.replace('"thankYou": {', link) ?? '',
    [german]: smallTree[german]?.replace('"thankYou": {', '"thankYou": { "link": { "label": "Sonne" },') ?? '',
    [page]:
      smallTree[page]?.replace('"kind": "hero",', '"kind": "hero", "drawing": "home", "text": "Free light",') ?? '',
    [germanPage]: smallTree[germanPage]?.replace('"hero": {', '"hero": { "text": "Licht umsonst",') ?? '',
  })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const { site } = loaded
  const onwardAt = (path: string) => {
    const at = site.pages.at('sun', path)
    const view = at && pageView(site, at, site.brands.byId('sun'))
    return view?.sections.find(({ id }) => id === 'form')
  }
  expect(onwardAt('/solar')).toMatchObject({ onward: { drawing: 'home', text: 'Free light' } })
  expect(onwardAt('/de/solar')).toMatchObject({ onward: { drawing: 'home', text: 'Licht umsonst' } })
})
