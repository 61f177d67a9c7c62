import { expect, test } from 'vitest'
import { pageView } from '../site/page-view.ts'
import { checkTree } from './testing/check-tree.ts'
import { smallTree } from './testing/small-tree.ts'

const offer = { name: 'Home', provider: 'Sun', month: 12.28, excess: 150, covers: ['theft'] }
const section = {
  kind: 'comparison',
  title: 'Quotes',
  locales: ['en'],
  labels: { year: 'a year', month: 'a month', excess: 'Excess', included: 'included', notIncluded: 'not included' },
  covers: { theft: 'Theft', glass: 'Glass' },
  offers: { one: offer, other: { ...offer, month: 8.4, covers: ['glass'] } },
}

async function loaded(patch: object) {
  const file = 'definitions/pages/solar.json'
  const text = smallTree[file]?.replace('"hero":', `"quotes": ${JSON.stringify({ ...section, ...patch })}, "hero":`)
  return await checkTree({ ...smallTree, [file]: text ?? '' })
}

test('an offer costs twelve months a year, in the money of the market', async () => {
  const found = await loaded({})
  if (!found.ok) throw new Error(JSON.stringify(found.problems))
  const at = found.site.pages.all.find(({ id, locale }) => id === 'solar' && locale === 'en')
  const view = at && pageView(found.site, at, found.site.brands.byId('sun')).sections[0]
  if (view?.kind !== 'comparison') throw new Error('There is no comparison.')
  const { one, other } = view.offers
  expect([one, other]).toMatchObject([
    { month: '£12.28', year: '£147.36', excess: '£150' },
    { month: '£8.40', year: '£100.80' },
  ])
})

test('an offer covers only what is named', async () => {
  const found = await loaded({ offers: { one: offer, other: { ...offer, covers: ['thefts'] } } })
  expect(found.ok ? [] : found.problems.map(({ message }) => message)).toEqual([
    'There is no cover "thefts" in "covers". Did you mean "theft"?',
  ])
})
