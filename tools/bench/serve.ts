import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type autocannon from 'autocannon'
import type { Command } from 'commander'
import { positive } from '../terminal/number-option.ts'
import { fire } from './fire.ts'
import { withServer } from './server.ts'

const brands = ['sun', 'moon', 'star']

/** Words of about the length that pages have. */
const sentence = readFile(join(import.meta.dirname, '../../LICENSE'), 'utf8').then((text) =>
  text.slice(400, 900).replace(/[^\w]+/g, ' '),
)

const form = '/insurance/home-insurance'

interface Options {
  seconds: number
  rounds: number
  pages: number
  json: boolean
}

/** What a load test came to. */
interface Rate {
  /** Answers a second: of server and client together, which share the machine. */
  perSecond: number
  /** What the server's threads work for an answer, in µs: whatever else runs on the machine. */
  serverUs: number
}

/** Measured one after the other, so that the machine's own ups and downs meet all alike. */
type Round<K extends string> = Record<K | 'hello', Rate>

export function serveBench(bench: Command): void {
  bench
    .option('--seconds <number>', 'the duration of each load test in each round', positive, 4)
    .option('--rounds <number>', 'the number of rounds; the median counts', positive, 3)
    .option('--pages <number>', 'the number of pages of each of three brands', positive, 500)
    .option('--json', 'print one JSON object per line', false)
    .action(async ({ seconds, rounds: count, pages, json }: Options) => {
      const rounds = await withServer(async (origin) => {
        const rate = (options: autocannon.Options) => measure(origin, { ...options, duration: seconds })
        const cached = { url: origin + form, headers: { 'accept-encoding': 'br' } }
        await rate(cached)
        const all: Round<'cached' | 'uncached'>[] = []
        for (let round = 0; round < count; round++)
          all.push({
            hello: await rate({ url: `${origin}/healthz` }),
            cached: await rate(cached),
            uncached: await rate(postedStep(origin)),
          })
        return all
      })
      const rows = [
        row('hello (/healthz)', rounds, 'hello', ''),
        row('cached form page', rounds, 'cached', '≥ 0.9'),
        row('uncached form page', rounds, 'uncached', '≥ 0.12'),
        ...(await brandRows(pages, { seconds, rounds: count })),
      ]
      const parts = await uncachedParts(seconds)
      if (json) for (const row of [...rows, ...parts]) console.log(JSON.stringify(row))
      else {
        console.table(rows)
        console.log('Where the time of an uncached form page goes:')
        console.table(parts)
      }
    })
}

/** Pages of several brands, and what is rendered anew when one of them changes. */
async function brandRows(pages: number, load: BrandLoad) {
  const { first, rounds, renderedAnew } = await measureBrands(pages, load)
  const of = `3 brands × ${pages} pages`
  return [
    { what: `${of}, none at hand`, perSecond: first, goal: '' },
    row(`${of}, cached`, rounds, 'cached', '≥ 0.9'),
    { what: `${of}, rendered after one changed`, rendered: renderedAnew, goal: '1' },
  ]
}

/** A posted step is never cached: read, judged and rendered anew. */
function postedStep(origin: string): autocannon.Options {
  return {
    url: `${origin}${form}?step=housing`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    body: 'root%5Bresidence%5D=primary&shown=residence',
  }
}

/** Asked of a server that writes down what it does, which slows it: its rate is not for comparing. */
async function uncachedParts(seconds: number): Promise<{ part: string; percent: number }[]> {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-profile-'))
  try {
    const load = (origin: string) => measure(origin, { ...postedStep(origin), duration: seconds })
    await withServer(load, { flags: ['--cpu-prof', '--cpu-prof-dir', folder] })
    const shares = await whereTimeGoes(folder, join(import.meta.dirname, '../../web/dist/server/entry-server.js'))
    return [...shares]
      .map(([part, share]) => ({ part, percent: Math.round(share * 1000) / 10 }))
      .filter(({ percent }) => percent >= 1)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** @param origin of the server */
async function measure(origin: string, options: autocannon.Options & { duration: number }): Promise<Rate> {
  const before = await metric(origin, 'leadwright_process_cpu_seconds_total')
  const { perSecond, requests, errors, non2xx } = await fire({ connections: 32, ...options })
  const spent = (await metric(origin, 'leadwright_process_cpu_seconds_total')) - before
  if (errors + non2xx > 0) throw new Error(`${errors + non2xx} requests failed`)
  return { perSecond: Math.round(perSecond), serverUs: Math.round((spent / requests.total) * 1e6) }
}

/** Two ratios to hello: of the answers a second, and of what they cost the server. */
function row<K extends string>(what: string, rounds: readonly Round<K>[], which: K | 'hello', goal: string) {
  const middle = (figure: (round: Round<K>) => number) => Math.round(median(rounds.map(figure)) * 1000) / 1000
  return {
    what,
    perSecond: middle((round) => round[which].perSecond),
    ratio: middle((round) => round[which].perSecond / round.hello.perSecond),
    serverUs: middle((round) => round[which].serverUs),
    serverRatio: middle((round) => round.hello.serverUs / round[which].serverUs),
    goal,
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** The parts of a CPU profile (`node --cpu-prof`) that are read here. Times are in µs. */
interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

/**
 * Who spent the time of a process and its threads: library or room → share of all time that was not idle, from 0 to 1,
 * greatest first.
 * @param folder holds a profile for each thread
 */
async function whereTimeGoes(folder: string, bundle: string): Promise<Map<string, number>> {
  const regions = regionsOf(await readFile(bundle, 'utf8'))
  const spent = new Map<string, number>()
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'))) {
    const profile: Profile = JSON.parse(await readFile(join(folder, file), 'utf8'))
    const owners = new Map(profile.nodes.map(({ id, callFrame }) => [id, owner(callFrame, regions)]))
    for (const [index, node] of profile.samples.entries()) {
      const who = owners.get(node)
      if (who) spent.set(who, (spent.get(who) ?? 0) + (profile.timeDeltas[index] ?? 0))
    }
  }
  const all = [...spent.values()].reduce((sum, time) => sum + time, 0)
  return new Map([...spent].map(([who, time]) => [who, time / all] as const).sort(([, a], [, b]) => b - a))
}

function owner({ functionName, url, lineNumber }: Profile['nodes'][number]['callFrame'], regions: string[]) {
  if (functionName === '(idle)' || functionName === '(root)') return null
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (url.endsWith('/entry-server.js')) return nameOf(regions[lineNumber] ?? url)
  if (url === '' || url.startsWith('node:')) return 'Node'
  return nameOf(url)
}

/** `…/node_modules/@rjsf/core/lib/Form.js` → rjsf; `…/engine/form/journey/turn.ts` → engine and web. */
function nameOf(path: string): string {
  const [, library] = /.*node_modules\/@?([^/]+)/.exec(path) ?? []
  if (library) return library
  return /\/?server\//.test(path) && !path.includes('/web/') ? 'server' : 'engine and web'
}

/** Line → the file it comes from. The bundler says so above each file's code. */
function regionsOf(text: string): string[] {
  let region = ''
  return text.split('\n').map((line) => {
    region = /^\/\/(?:#region)? (\S+\.[cm]?[jt]sx?)$/.exec(line)?.[1] ?? region
    return region
  })
}

/** What a portal of several brands costs. */
interface BrandCosts {
  /** Pages a second, while none is at hand. */
  first: number
  /** Requests a second once they are, in rounds: for all pages in turn, and for as many that say hello to the same server. */
  rounds: Round<'cached'>[]
  /** How many pages were rendered when each was read again after one had changed. */
  renderedAnew: number
}

/** How long each is asked for in each round, in seconds, and how many rounds there are. */
interface BrandLoad {
  seconds: number
  rounds: number
}

/** Serves as many pages for each of three brands, at the same addresses, and changes one. */
async function measureBrands(pages: number, load: BrandLoad): Promise<BrandCosts> {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-portal-'))
  try {
    await writePortal(folder, pages)
    const env = { DEFINITIONS_DIR: join(folder, 'definitions'), LOCALES_DIR: join(folder, 'locales') }
    return await withServer((origin) => measureOn(origin, folder, pages, load), { env })
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function measureOn(
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
  const rate = (requests: autocannon.Request[]) => measure(origin, { url: origin, requests, duration: seconds })
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

function rendered(origin: string): Promise<number> {
  return metric(origin, 'leadwright_pages_rendered_total')
}

async function metric(origin: string, name: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
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
