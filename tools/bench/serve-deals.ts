import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { productLocales } from '#engine/node/disk-files.ts'
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

/** Requests a second against a server of the repository's own pages and of these deals. */
export async function measureDealServer(
  deals: object,
  seconds: number,
): Promise<{ what: string; perSecond: number }[]> {
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
    return await withServer((origin) => measure(origin, seconds), { env })
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function measure(origin: string, seconds: number): Promise<{ what: string; perSecond: number }[]> {
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
