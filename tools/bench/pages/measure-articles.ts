import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadCatalog } from '#engine/node/load.ts'
import { withServer } from '../server.ts'
import { median } from './measure-pages.ts'

/** What a blog costs, in ms. */
interface ArticleCosts {
  articles: number
  /** To find the nearest of all articles in all languages, once for each catalog. */
  relatedMs: number
  /** A page that is kept, each the median of many: one of the portal, the list of articles, and an article. */
  pageMs: number
  listMs: number
  articleMs: number
}

const rounds = 300

/** @param articles how many there are in the folder beside those of the repository */
export async function measureArticles(folder: string, articles: number): Promise<ArticleCosts> {
  const folders = { definitions: join(folder, 'definitions'), locales: join(folder, 'locales') }
  const loaded = await loadCatalog(folders)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems.slice(0, 3)))
  const { catalog } = loaded
  const locales = Object.keys(catalog.site.locales)
  // The texts themselves are made by whoever shows them first.
  const firsts = locales.flatMap((locale) => catalog.articles(locale).slice(0, 1))
  const before = performance.now()
  for (const article of firsts) catalog.related(article)
  const relatedMs = Math.round(performance.now() - before)
  const env = { DEFINITIONS_DIR: folders.definitions, LOCALES_DIR: folders.locales, LONGEST_WAIT: '60000' }
  const [pageMs, listMs, articleMs] = await withServer(
    async (origin) => {
      const paths = ['/electricity-gas/energy', '/blog', catalog.articles('en')[0]?.path ?? '/blog']
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
export async function copyArticles(folder: string, count: number): Promise<void> {
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
