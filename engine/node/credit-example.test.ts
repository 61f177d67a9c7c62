import { expect, test } from 'vitest'
import { pageView } from '../site/page-view.ts'
import { checkTree } from './testing/check-tree.ts'
import { smallTree } from './testing/small-tree.ts'

const ids = ['term', 'amount', 'borrowingRate', 'rate', 'payment', 'lastPayment', 'interest', 'total']
const section = {
  kind: 'credit-example',
  title: 'Cost',
  locales: ['en'],
  amount: 8000,
  rate: 6.9,
  months: 48,
  markets: { GB: { rate: 9.9, longer: 84 } },
  labels: Object.fromEntries(ids.map((id) => [id, id])),
}

async function examplesOf(patch: object, market = ''): Promise<string[][]> {
  const file = 'definitions/pages/solar.json'
  const text = smallTree[file]
    ?.replace('"hero":', `"example": ${JSON.stringify({ ...section, ...patch })}, "hero":`)
    .replace('"path"', `${market} "path"`)
  const loaded = await checkTree({ ...smallTree, [file]: text ?? '' })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  const at = loaded.site.pages.all.find(({ id, locale }) => id === 'solar' && locale === 'en')
  const view = at && pageView(loaded.site, at, loaded.site.brands.byId('sun')).sections[0]
  if (view?.kind !== 'credit-example') throw new Error('There is no example.')
  return view.examples.map((lines) => lines.map(({ name, said }) => `${name} ${said}`))
}

test('an example is told in the money of the market, with what differs there, and a longer term beside it', async () => {
  const [shorter, longer] = await examplesOf({})
  expect(shorter).toEqual([
    'term 48\u00a0months',
    'amount £8,000',
    'borrowingRate 9.48%',
    'rate 9.9%',
    'payment 47 × £200.90',
    'lastPayment £200.81',
    'interest £1,643.11',
    'total £9,643.11',
  ])
  expect(longer?.[0]).toBe('term 84\u00a0months')
})

test('the market of the page counts', async () => {
  const [example, ...others] = await examplesOf({}, '"market": { "country": "DE", "currency": "EUR" },')
  expect(example).toContain('rate 6.9%')
  expect(example).toContain('amount €8,000')
  expect(others).toEqual([])
})

test('payments that come out even are told in one line', async () => {
  const even = { rate: 0, amount: 4800, markets: { GB: { rate: 0 } } }
  expect(await examplesOf(even)).toEqual([
    [
      'term 48\u00a0months',
      'amount £4,800',
      'borrowingRate 0%',
      'rate 0%',
      'payment 48 × £100',
      'interest £0',
      'total £4,800',
    ],
  ])
})
