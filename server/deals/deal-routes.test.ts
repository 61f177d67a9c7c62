import { expect, test } from 'vitest'
import type { DealPage } from '#schemas/generated/api/deals.ts'
import { dealStock, emptyShelf } from '../../engine/site/deals/shelf.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'

const now = () => Date.parse('2026-11-25T12:00:00Z')

test('deals over HTTP: pages, filters, search, ETags, refusals and drawings', async () => {
  const { app, site } = await appOn(await temporaryStorage(), () => ({}), { now })
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  const deals = async (query: string) => (await get(`/shopping-deals${query}`)).json<DealPage>()

  const all = site.deals.all.filter(({ start, end, words }) => start <= now() && now() < end && words.en)
  const first = await deals('')
  expect(first.deals).toHaveLength(Math.min(8, all.length))
  expect(first.totalPages).toBe(Math.ceil(all.length / 8))
  const paged = await Promise.all([1, 2, 3].map((page) => deals(`?limit=3&page=${page}`)))
  expect(paged.flatMap((page) => page.deals)).toEqual((await deals('?limit=9')).deals)
  expect((await deals('?page=999')).deals).toEqual([])

  expect(first.total).toBe(all.length)
  const savings = (await deals('?sort=saving&limit=100')).deals.map(({ oldPrice }) => oldPrice?.saving ?? 0)
  expect(savings).toEqual(savings.toSorted((one, other) => other - one))
  const prices = (await deals('?sort=price&limit=100')).deals.map(({ price }) => price)
  expect(prices).toHaveLength(Math.min(100, all.length))
  expect(prices).toEqual(prices.toSorted((one, other) => one - other))

  const shop = encodeURIComponent(first.deals[0]?.shop.toUpperCase() ?? '')
  for (const deal of (await deals(`?shop=${shop}`)).deals) expect(deal.shop).toBe(first.deals[0]?.shop)
  expect(await deals('?shop=nobody')).toEqual({ deals: [], totalPages: 0, total: 0 })
  for (const deal of (await deals('?category=games&locale=es')).deals)
    expect(deal).toMatchObject({ category: 'games', currency: 'EUR' })

  const found = await get('/shopping-deals-by-title?term=H%C3%89adphones')
  expect(found.json().deals.map(({ id }: { id: string }) => id)).toContain('headphones')
  expect(found.headers['content-type']).toBe('application/json; charset=utf-8')

  const whole = await get('/shopping-deals')
  expect(whole.headers.etag).toMatch(/^"[\w-]+"$/)
  expect(whole.headers['cache-control']).toBe('no-cache')
  const again = await get('/shopping-deals', { 'if-none-match': String(whole.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])

  const refused = {
    '/shopping-deals?limit=0': '"limit" must be a whole number from 1 to 100.',
    '/shopping-deals?limit=101': '"limit" must be a whole number from 1 to 100.',
    '/shopping-deals?limit=8&limit=9': '"limit" must be a whole number from 1 to 100.',
    '/shopping-deals?page=1e3': '"page" must be a whole number from 1 to 99999.',
    '/shopping-deals?category=cars': '"category" must be one of fashion, tech, home, games.',
    '/shopping-deals?locale=pt': '"locale" must be one of en, es, de, fr, it, nl.',
    '/shopping-deals?locale=__proto__': '"locale" must be one of en, es, de, fr, it, nl.',
    '/shopping-deals?shop=': '"shop" must be the name of a shop, 100 characters at most.',
    '/shopping-deals?sort=colour': '"sort" must be one of saving, price.',
    '/shopping-deals-by-title': '"term" must hold a letter or a digit, and 100 characters at most.',
    '/shopping-deals-by-title?term=%20-%20': '"term" must hold a letter or a digit, and 100 characters at most.',
    [`/shopping-deals-by-title?term=${'a'.repeat(101)}`]:
      '"term" must hold a letter or a digit, and 100 characters at most.',
  }
  for (const [url, detail] of Object.entries(refused)) {
    const reply = await get(url)
    expect(reply.headers['content-type']).toContain('application/problem+json')
    expect(reply.json()).toMatchObject({ status: 400, detail })
  }
  expect((await app.inject({ method: 'POST', url: '/shopping-deals' })).statusCode).toBeGreaterThanOrEqual(400)

  const [drawing] = site.deals.drawings
  const picture = await get(drawing?.path ?? '')
  expect(picture.headers['content-type']).toBe('image/svg+xml; charset=utf-8')
  expect(picture.headers['cache-control']).toContain('immutable')
  expect((await get('/media/none-000000000000.svg')).statusCode).toBe(404)

  const openapi = (await get('/api/openapi.json')).json()
  expect(Object.keys(openapi.paths)).toEqual(expect.arrayContaining(['/shopping-deals', '/shopping-deals-by-title']))
})

test('other deals leave the pages without deals as they are, and an address that asks too often has to wait', async () => {
  const other = { shelf: emptyShelf, revision: 1 }
  const { app, site } = await appOn(
    await temporaryStorage(),
    ({ deals }) => ({
      deals: { ...deals, shelf: () => other.shelf, revision: () => other.revision },
    }),
    { env: { RATE_LIMIT: '30' } },
  )
  const rendered = async () => {
    const { body } = await app.inject('/metrics')
    return Number(/^leadwright_pages_rendered_total (\d+)$/m.exec(body)?.[1])
  }
  expect((await app.inject('/privacy')).statusCode).toBe(200)
  const before = await rendered()
  other.shelf = dealStock(site.deals.all, site.definition).at(now())
  other.revision = 2
  expect((await app.inject('/privacy')).statusCode).toBe(200)
  expect(await rendered()).toBe(before)
  expect((await app.inject('/readyz')).json().deals).toMatchObject({ source: 'file', deals: site.deals.all.length })
  expect((await app.inject('/metrics')).body).toMatch(/^leadwright_deals \d+$/m)

  const statuses = new Set<number>()
  for (let count = 0; count <= 600; count++) statuses.add((await app.inject('/shopping-deals?limit=1')).statusCode)
  expect([...statuses]).toEqual([200, 429])
})
