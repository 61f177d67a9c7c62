import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import { loadSite } from '#engine/node'
import { counts, positive } from '../../terminal/number-option.ts'
import { withServer } from '../server.ts'

const rounds = 300

const root = join(import.meta.dirname, '../../..')

/** The page that all others are copies of: a promise, a form, questions. */
const model = 'energy'

export function pagesBench(bench: Command): void {
  bench
    .option('--pages <numbers>', 'numbers of pages in six languages to add, separated by commas', counts, [500])
    .option('--articles <number>', 'the number of articles to add; measures articles instead of pages', positive)
    .option('--json', 'print one JSON object per line', false)
    .action(async ({ pages, articles, json }: { pages: number[]; articles?: number; json: boolean }) => {
      if (articles !== undefined) return showArticles(articles, json)
      const rows = []
      for (const count of pages) {
        const row = await onGenerated(count, async (folder) => ({
          pages: count,
          ...(await measurePages(folder, count)),
        }))
        rows.push(row)
        if (json) console.log(JSON.stringify(row))
      }
      if (json) return
      console.table(rows)
      console.log(
        'Goals with 500: start 2000 ms, first 30 ms, reload 250 ms, the hundredth page as the first ones, 450 MB at rest.',
      )
    })
}

async function showArticles(articles: number, json: boolean): Promise<void> {
  const costs = await onCopy(async (folder) => {
    await copyArticles(folder, articles)
    return measureArticles(folder, articles)
  })
  if (json) return console.log(JSON.stringify(costs))
  console.table([costs])
  console.log('Goals with 300: related 2000 ms; the list and an article as fast as a page.')
}

/** The repository's definitions with so many more pages, in six languages each. */
function onGenerated<T>(count: number, run: (folder: string) => Promise<T>): Promise<T> {
  return onCopy(async (folder) => {
    const files = await readdir(join(folder, 'definitions/pages'), { recursive: true })
    const file = files.find((name) => basename(name) === `${model}.json`) ?? ''
    const { paths: _, formerPaths: __, ...page } = await read(join(folder, 'definitions/pages', file))
    await copies(join(folder, 'definitions/pages/bench'), count, (number) => ({ ...page, path: pathOf(number) }))
    for (const locale of page.locales.slice(1)) {
      const words = await read(join(folder, 'locales', locale, 'pages', file))
      await copies(join(folder, 'locales', locale, 'pages/bench'), count, () => words)
    }
    return run(folder)
  })
}

/** Runs on a copy of the repository's definitions. */
async function onCopy<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-bench-'))
  try {
    for (const name of ['definitions', 'locales']) await cp(join(root, name), join(folder, name), { recursive: true })
    return await run(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function read(file: string) {
  return JSON.parse(await readFile(file, 'utf8'))
}

/** So many files that tell their numbers in their titles. */
async function copies(folder: string, count: number, make: (number: number) => object): Promise<void> {
  await mkdir(folder)
  for (let number = 0; number < count; number++) {
    const text = JSON.stringify({ ...make(number), title: `Page ${number}` })
    await writeFile(join(folder, `page-${number}.json`), text)
  }
}

/** What a blog costs, in ms. */
interface ArticleCosts {
  articles: number
  /** To find the nearest of all articles in all languages, once for each site. */
  relatedMs: number
  /** A page that is kept, each the median of many: one of the portal, the list of articles, and an article. */
  pageMs: number
  listMs: number
  articleMs: number
}

/** @param articles how many there are in the folder beside those of the repository */
async function measureArticles(folder: string, articles: number): Promise<ArticleCosts> {
  const folders = { definitions: join(folder, 'definitions'), locales: join(folder, 'locales') }
  const loaded = await loadSite(folders)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems.slice(0, 3)))
  const { site } = loaded
  const locales = Object.keys(site.definition.locales)
  // The texts themselves are made by whoever shows them first.
  const firsts = locales.flatMap((locale) => site.blog.articles(locale).slice(0, 1))
  const before = performance.now()
  for (const article of firsts) site.blog.related(article)
  const relatedMs = Math.round(performance.now() - before)
  const env = { DEFINITIONS_DIR: folders.definitions, LOCALES_DIR: folders.locales, MAX_EVENT_LOOP_DELAY_MS: '60000' }
  const [pageMs, listMs, articleMs] = await withServer(
    async (origin) => {
      const paths = ['/electricity-gas/energy', '/blog', site.blog.articles('en')[0]?.path ?? '/blog']
      const times: number[][] = paths.map(() => [])
      for (let round = 0; round < rounds; round++)
        for (const [index, path] of paths.entries()) times[index]?.push(await timeOf(origin + path))
      return times.map(median)
    },
    { env },
  )
  return { articles, relatedMs, pageMs: pageMs ?? 0, listMs: listMs ?? 0, articleMs: articleMs ?? 0 }
}

async function timeOf(url: string): Promise<number> {
  const started = performance.now()
  const reply = await fetch(url)
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}`)
  await reply.arrayBuffer()
  return performance.now() - started
}

/** So many more articles, each a copy of one there is with an address and a title of its own. */
async function copyArticles(folder: string, count: number): Promise<void> {
  const blog = join(folder, 'definitions/blog')
  const models = (await readdir(blog)).sort()
  for (let number = 0; number < count; number++) {
    const made = join(blog, `bench-${number}`)
    await cp(join(blog, models[number % models.length] ?? ''), made, { recursive: true })
    const file = join(made, 'article.json')
    const article = JSON.parse(await readFile(file, 'utf8'))
    const slugs = Object.entries<string>(article.slugs).map(([locale, slug]) => [locale, `${slug}-${number}`])
    await writeFile(file, JSON.stringify({ ...article, slugs: Object.fromEntries(slugs) }))
  }
}

/** What a server of a folder costs. Times in ms, memory in MB. */
interface PageCosts {
  /** From nothing to the address it listens on. */
  startMs: number
  /** The very first page that is asked for. */
  firstMs: number
  /** Pages that nobody asked for before: the median of the ten after the first, and of ten from the hundredth on. */
  tenMs: number
  hundredthMs: number
  /** From a page's file being written to its being served. */
  reloadMs: number
  /** Of the idle server. */
  rssMb: number
  heapMb: number
}

/** How long the server is left without requests until it has freed memory, in ms. */
const untilIdle = 40_000

function pathOf(number: number): string {
  return `/bench/page-${number}`
}

/** @param pages how many generated ones there are, from 0 on */
async function measurePages(folder: string, pages: number): Promise<PageCosts> {
  const definitions = join(folder, 'definitions')
  // A machine that measures is busy.
  const env = { DEFINITIONS_DIR: definitions, LOCALES_DIR: join(folder, 'locales'), MAX_EVENT_LOOP_DELAY_MS: '60000' }
  const started = performance.now()
  return withServer(
    async (origin) => {
      const startMs = Math.round(performance.now() - started)
      // Our own client takes time to wake up too.
      await once((await once(get(`${origin}/healthz`), 'response'))[0].resume(), 'end')
      const firstMs = Math.round(await timeOfPage(origin, 0))
      const times: number[] = []
      for (let number = 1; number < Math.min(pages, 111); number++) times.push(await timeOfPage(origin, number))
      const reloadMs = await reloadTime(origin, join(definitions, 'pages/bench/page-0.json'))
      await pause(untilIdle)
      const metrics = await (await fetch(`${origin}/metrics`)).text()
      return {
        ...{ startMs, firstMs, tenMs: median(times.slice(0, 10)), hundredthMs: median(times.slice(99)), reloadMs },
        rssMb: megabytes(metrics, 'leadwright_process_resident_memory_bytes'),
        heapMb: megabytes(metrics, 'leadwright_nodejs_heap_size_used_bytes'),
      }
    },
    { env },
  )
}

/** Until the last byte of a compressed page is there; what a browser does with it is not the server's time. */
async function timeOfPage(origin: string, number: number): Promise<number> {
  const started = performance.now()
  const asked = get(origin + pathOf(number), { headers: { 'accept-encoding': 'br' } })
  const [reply] = (await once(asked, 'response')) as [IncomingMessage]
  if (reply.statusCode !== 200) throw new Error(`${pathOf(number)} answered ${reply.statusCode}`)
  await once(reply.resume(), 'end')
  return performance.now() - started
}

async function shown(origin: string, number: number): Promise<string> {
  const reply = await fetch(origin + pathOf(number))
  if (!reply.ok) throw new Error(`${pathOf(number)} answered ${reply.status}`)
  return reply.text()
}

async function reloadTime(origin: string, file: string): Promise<number> {
  const page = JSON.parse(await readFile(file, 'utf8'))
  const title = 'Changed while it was served'
  const started = performance.now()
  await writeFile(file, JSON.stringify({ ...page, title }))
  while (!(await shown(origin, 0)).includes(title)) await pause(5)
  return Math.round(performance.now() - started)
}

/** The middle of some times, to a tenth. */
function median(times: readonly number[]): number {
  const middle = times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0
  return Math.round(middle * 10) / 10
}

function megabytes(metrics: string, name: string): number {
  const [, bytes] = new RegExp(`^${name} (\\S+)`, 'm').exec(metrics) ?? []
  return Math.round(Number(bytes) / 1e6)
}
