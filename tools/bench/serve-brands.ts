import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type autocannon from 'autocannon'
import { fire } from './fire.ts'
import { withServer } from './server.ts'

/** What a portal of several brands costs. */
export interface BrandCosts {
  /** Pages a second, while none is at hand. */
  first: number
  /** Requests a second once they are, in rounds: for all pages in turn, and for as many that say hello to the same server. */
  rounds: { cached: number; hello: number }[]
  /** How many pages were rendered when each was read again after one had changed. */
  renderedAnew: number
}

/** How long each is asked for in each round, in seconds, and how many rounds there are. */
export interface BrandLoad {
  seconds: number
  rounds: number
}

const brands = ['sun', 'moon', 'star']

/** Serves as many pages for each of three brands, at the same addresses, and changes one. */
export async function measureBrands(pages: number, load: BrandLoad): Promise<BrandCosts> {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-portal-'))
  try {
    await writePortal(folder, pages)
    const env = { DEFINITIONS_DIR: join(folder, 'definitions'), LOCALES_DIR: join(folder, 'locales') }
    return await withServer((origin) => measure(origin, folder, pages, load), { env })
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function measure(
  origin: string,
  folder: string,
  pages: number,
  { seconds, rounds: count }: BrandLoad,
): Promise<BrandCosts> {
  const addresses = brands.flatMap((brand) =>
    Array.from({ length: pages }, (_, index) => ({ host: `${brand}.example`, path: `/page-${index}` })),
  )
  const started = performance.now()
  await readAll(origin, addresses)
  const first = Math.round((addresses.length / (performance.now() - started)) * 1000)
  await compressed(origin, addresses)
  const rate = async (requests: autocannon.Request[]) => {
    const { perSecond, errors, non2xx } = await fire({ url: origin, requests, connections: 32, duration: seconds })
    if (errors + non2xx > 0) throw new Error(`${errors + non2xx} requests failed`)
    return Math.round(perSecond)
  }
  const asked = addresses.map(({ host, path }) => ({ path, headers: { host, 'accept-encoding': 'br' } }))
  // To send requests that differ costs the client as much as one costs the server.
  const hello = asked.map((request) => ({ ...request, path: '/healthz' }))
  await rate(asked)
  const rounds: BrandCosts['rounds'] = []
  for (let round = 0; round < count; round++) rounds.push({ hello: await rate(hello), cached: await rate(asked) })
  const before = await rendered(origin)
  const hash = await liveHash(origin)
  await writePage(folder, 'moon', 0, 'Changed')
  while ((await liveHash(origin)) === hash) await sleep(50)
  await readAll(origin, addresses)
  return { first, rounds, renderedAnew: (await rendered(origin)) - before }
}

interface Address {
  host: string
  path: string
}

/** Reads each address once, eight at a time. */
async function readAll(origin: string, addresses: readonly Address[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  await Promise.all(addresses.map((address) => read(origin, address, agent)))
  agent.destroy()
}

/** Reads an address and tells the page's ETag. fetch would name the host it connects to. */
function read(origin: string, { host, path }: Address, agent?: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    get(origin + path, { agent, headers: { host, 'accept-encoding': 'br' } }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${host}${path} answers ${reply.statusCode}`))
      reply.resume().once('end', () => resolve(reply.headers.etag ?? ''))
    }).once('error', reject)
  })
}

/** Resolves when the last page is compressed as well as can be, which goes on for a while beside the server. */
async function compressed(origin: string, addresses: readonly Address[]): Promise<void> {
  const last = addresses.at(-1)
  while (last && (await read(origin, last)).includes('quick')) await sleep(200)
}

async function rendered(origin: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  return Number(/^leadwright_pages_rendered_total (\d+)/m.exec(text)?.[1])
}

async function liveHash(origin: string): Promise<string> {
  return ((await (await fetch(`${origin}/readyz`)).json()) as { definitions: { hash: string } }).definitions.hash
}

async function writePortal(folder: string, pages: number): Promise<void> {
  for (const room of ['definitions/brands', 'definitions/pages', 'locales'])
    await mkdir(join(folder, room), { recursive: true })
  const market = { country: 'GB', currency: 'GBP', timeZone: 'Europe/London' }
  const site = { brand: 'sun', locales: { en: market } }
  await writeFile(join(folder, 'definitions/site.json'), JSON.stringify(site))
  for (const brand of brands) {
    const definition = { name: brand, origin: `https://${brand}.example` }
    await writeFile(join(folder, `definitions/brands/${brand}.json`), JSON.stringify(definition))
    for (let index = 0; index < pages; index++) await writePage(folder, brand, index, `Page ${index}`)
  }
}

/** A page as a portal has them: a hero, some text and some questions. */
async function writePage(folder: string, brand: string, index: number, title: string): Promise<void> {
  const words = `${brand} ${index} ${await sentence}`
  const some = <T>(count: number, make: (number: number) => T) =>
    Object.fromEntries(Array.from({ length: count }, (_, number) => [`n${number}`, make(number)]))
  const page = {
    locales: ['en'],
    brands: [brand],
    path: `/page-${index}`,
    title,
    description: words,
    sections: {
      hero: { kind: 'hero', title, text: words },
      text: { kind: 'text', title, paragraphs: some(8, (number) => `${number}. ${words}`) },
      faq: { kind: 'faq', title, questions: some(8, (number) => ({ question: `${number}?`, answer: words })) },
    },
  }
  await writeFile(join(folder, `definitions/pages/${brand}-${index}.json`), JSON.stringify(page))
}

/** Words of about the length that pages have. */
const sentence = readFile(join(import.meta.dirname, '../../LICENSE'), 'utf8').then((text) =>
  text.slice(400, 900).replace(/[^\w]+/g, ' '),
)
