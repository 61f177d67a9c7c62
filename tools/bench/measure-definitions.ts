import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { journey } from '#engine/form/journey/journey.ts'
import { validate } from '#engine/form/journey/validation/validate.ts'
import type { Folders } from '#engine/node/disk-files.ts'
import { loadCatalog } from '#engine/node/load.ts'
import { SourceCache } from '#engine/node/source-cache.ts'
import { judgesOf } from '#engine/node/validators.ts'
import type { Catalog } from '#engine/site/catalog.ts'
import { pageView } from '#engine/site/page-view.ts'

/** What the catalog of a folder costs. Times in ms, memory in MB of heap after garbage collection. */
export interface DefinitionCosts {
  startMs: number
  startMb: number
  reloadMs: number
  firstPageMs: number
  secondPageMs: number
}

/** Loads, reloads after one change, and asks for the first and the second page of one form with a step checked. */
export async function measureDefinitions(folder: string): Promise<DefinitionCosts> {
  const folders = { definitions: join(folder, 'definitions'), locales: join(folder, 'locales') }
  const cache = new SourceCache()
  const before = heap()
  const [startMs, catalog] = await timed(() => load(folders, cache))
  const startMb = heap() - before
  const consent = { purpose: 'bench', text: 'Changed.' }
  await writeFile(join(folder, 'definitions/consents/bench.json'), JSON.stringify(consent))
  const [reloadMs, reloaded] = await timed(() => load(folders, cache))
  const [firstPageMs] = await timed(async () => page(reloaded))
  const [secondPageMs] = await timed(async () => page(reloaded))
  // Named here, so that the first catalog is in memory while its heap is read.
  if (catalog.hash === reloaded.hash) throw new Error('The change was not noticed.')
  return { startMs, startMb: Math.round(startMb * 10) / 10, reloadMs, firstPageMs, secondPageMs }
}

async function load(folders: Folders, cache: SourceCache): Promise<Catalog> {
  const loaded = await loadCatalog(folders, cache)
  if (!loaded.ok) throw new Error('The generated definitions have problems.')
  return loaded.catalog
}

function page(catalog: Catalog): void {
  const at = catalog.pageAt(catalog.site.brand, '/forms/form-0')
  const version = catalog.form('form-0', 'en')
  if (!at || !version) throw new Error('The generated form is not there.')
  pageView(catalog, at, catalog.brandAt(''))
  validate(journey(version.form, { propertyType: 'flat' }), judgesOf(version.form, '2026-01-01'))
}

async function timed<T>(run: () => Promise<T>): Promise<[number, T]> {
  const started = performance.now()
  const result = await run()
  return [Math.round((performance.now() - started) * 100) / 100, result]
}

function heap(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1e6
}
