import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { productLocales } from '#engine/node'
import { type DealStock, dealStock, type ListedDeal } from '#engine/site'
import { positive } from '../terminal/number-option.ts'
import { fire } from './fire.ts'
import { withServer } from './server.ts'

const definitions = join(productLocales, '../definitions')

/** What is asked for, the smallest route first. */
const asked = {
  'hello (/healthz)': '/healthz',
  'a cached page without deals': '/privacy',
  'a cached page with deals': '/shopping/exclusive-deal',
  'a call for deals': '/shopping-deals?page=7',
  'a call that searches': '/shopping-deals-by-title?term=kettle',
}

interface Options {
  deals: number
  asked: number
  seconds: number
  json: boolean
}

const site = { locales: { en: { country: 'GB', currency: 'GBP', timeZone: 'Europe/London' } } }
const now = Date.now()
const day = 86_400_000
const nouns = ['Kettle', 'Coat', 'Lamp', 'Headphones', 'Rug', 'Shoe', 'Café table', 'Façade light', 'Puzzle', 'Reader']
const kinds = ['Electric', 'Wool', 'Brushed', 'Folding', 'Wireless', 'Oak', 'Enamelled', 'Striped', 'Quiet', 'Tall']

export function dealsBench(bench: Command): void {
  bench
    .option('--deals <number>', 'the number of deals', positive, 5000)
    .option('--asked <number>', 'the number of requests for each', positive, 2000)
    .option('--seconds <number>', 'the duration of each load test', positive, 3)
    .option('--json', 'print one JSON object per line', false)
    .action(async ({ deals, asked, seconds, json }: Options) => {
      const many = manyDeals(deals)
      const rows = measure(dealStock(many, site), asked)
      const served = await measureDealServer(Object.fromEntries(many.map(written)), seconds)
      if (json) for (const row of [...rows, ...served]) console.log(JSON.stringify(row))
      else for (const table of [rows, served]) console.table(table)
    })
}

function measure(stock: DealStock, asked: number) {
  const shelf = stock.at(now)
  const started = performance.now()
  shelf.page({ locale: 'en' })
  shelf.search({ locale: 'en', term: 'kettle' })
  const first = Math.round((performance.now() - started) * 1000) / 1000
  const page = timed(asked, (turn) => shelf.page({ locale: 'en', page: 1 + (turn % 600) }))
  const shop = timed(asked, (turn) => shelf.page({ locale: 'en', category: 'home', shop: `Shop ${turn % 50}` }))
  const terms = ['kettle', 'e', 'lamp oak', 'CAFE', 'nothing like it', 'shop 7', 'ttl']
  const search = timed(asked, (turn) => shelf.search({ locale: 'en', term: terms[turn % terms.length] ?? '' }))
  return [
    { what: 'the first page and the first search', p50Ms: first, p99Ms: first, goal: '' },
    { what: 'a page', ...figures(page), goal: 'p99 ≤ 1' },
    { what: 'a page of a shop', ...figures(shop), goal: 'p99 ≤ 1' },
    { what: 'a search', ...figures(search), goal: 'p99 ≤ 10' },
  ]
}

/** How often each turn is taken: the quickest counts, as others use the machine too. */
const tries = 3

/** How long each turn took, in ms, shortest first. */
function timed(turns: number, run: (turn: number) => unknown): number[] {
  const once = (turn: number) => {
    const started = performance.now()
    run(turn)
    return performance.now() - started
  }
  return Array.from({ length: turns }, (_, turn) => {
    const quickest = Math.min(...Array.from({ length: tries }, () => once(turn)))
    return Math.round(quickest * 1000) / 1000
  }).sort((one, other) => one - other)
}

function figures(times: readonly number[]) {
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { p50Ms: at(0.5), p99Ms: at(0.99) }
}

/** All of them hold. */
function manyDeals(count: number): ListedDeal[] {
  return Array.from({ length: count }, (_, number) => ({
    ...{ id: `deal-${number}`, shop: `Shop ${number % 50}`, image: null },
    category: (['fashion', 'tech', 'home', 'games'] as const)[number % 4] ?? 'home',
    ...{ start: now - day, end: now + day + (number % 997) * 60_000 },
    markets: { GB: { price: 20 + (number % 100), url: 'https://shop.example/' } },
    words: { en: { title: `${kinds[number % 10]} ${nouns[(number * 7) % 10]} ${number}` } },
  }))
}

/** As it stands in deals.json. */
function written({ id, image: _, words, start, end, ...deal }: ListedDeal): [id: string, deal: object] {
  const [from, to] = [start, end].map((moment) => new Date(moment).toISOString())
  return [id, { ...deal, ...words.en, start: from, end: to }]
}

/** Requests a second against a server of the repository's own pages and of these deals. */
async function measureDealServer(deals: object, seconds: number): Promise<{ what: string; perSecond: number }[]> {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-deals-'))
  const [own, locales] = [join(folder, 'definitions'), join(folder, 'locales')]
  try {
    await cp(definitions, own, { recursive: true })
    await cp(productLocales, locales, { recursive: true })
    await writeFile(join(own, 'deals.json'), JSON.stringify({ locales: ['en'], deals }))
    // These deals are said in one language.
    for (const entry of await readdir(locales, { withFileTypes: true }))
      if (entry.isDirectory()) await rm(join(locales, entry.name, 'deals.json'), { force: true })
    const env = { DEFINITIONS_DIR: own, LOCALES_DIR: locales }
    return await withServer((origin) => measureShelf(origin, seconds), { env })
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function measureShelf(origin: string, seconds: number): Promise<{ what: string; perSecond: number }[]> {
  const rows = []
  for (const [what, path] of Object.entries(asked)) {
    const options = { url: origin + path, headers: { 'accept-encoding': 'br' }, connections: 32 }
    await fire({ ...options, amount: 200, duration: seconds })
    const { perSecond, errors, non2xx } = await fire({ ...options, duration: seconds })
    if (errors + non2xx > 0) throw new Error(`${errors + non2xx} requests failed`)
    rows.push({ what, perSecond: Math.round(perSecond) })
  }
  return rows
}
