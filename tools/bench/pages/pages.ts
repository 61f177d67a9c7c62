import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Command } from 'commander'
import { counts, positive } from '../../terminal/number-option.ts'
import { copyArticles, measureArticles } from './measure-articles.ts'
import { measurePages, pathOf } from './measure-pages.ts'

const root = join(import.meta.dirname, '../../..')

/** The page that all others are copies of: a promise, a form, questions. */
const model = 'energy'

export function pagesBench(bench: Command): void {
  bench
    .option('--pages <numbers>', 'how many pages in six languages beside those there are, with commas', counts, [500])
    .option('--articles <number>', 'how many articles beside those there are; then these are measured', positive)
    .option('--json', 'one object a line', false)
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
        'Goals with 500: start 3000 ms, first 30 ms, reload 500 ms, and the hundredth page as the first ones.',
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
