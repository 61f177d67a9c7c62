import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { journey, validate } from '#engine/form/journey'
import { type Folders, judgesOf, loadSite, SourceCache } from '#engine/node'
import { pageView, type Site } from '#engine/site'
import { counts } from '../terminal/number-option.ts'

const root = join(import.meta.dirname, '../..')

export function definitionsBench(bench: Command): void {
  bench
    .option('--forms <numbers>', 'numbers of forms, separated by commas', counts, [100, 1000, 3000])
    .option('--json', 'print one JSON object per line', false)
    .action(async ({ forms, json }: { forms: number[]; json: boolean }) => {
      const rows = []
      for (const count of forms) {
        if (!json) process.stderr.write(`${count} forms …\n`)
        const row = await onGenerated(count, (folder) => ({
          forms: count,
          ...checkTime(folder),
          ...measureInOwnProcess(folder),
        }))
        rows.push(row)
        if (json) console.log(JSON.stringify(row))
      }
      if (!json) console.table(rows)
    })
}

/** One count of `bench definitions`, in a process of its own. */
export function measureCommand(measure: Command): void {
  measure
    .argument('<folder>')
    .action(async (folder: string) => console.log(JSON.stringify(await measureDefinitions(folder))))
}

/** The repository's definitions with so many more forms, each like the home insurance form, in two languages. */
export async function onGenerated<T>(count: number, run: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-bench-'))
  for (const name of ['definitions', 'locales']) await cp(join(root, name), join(folder, name), { recursive: true })
  const form = await readFile(join(root, 'definitions/forms/home-insurance.json'), 'utf8')
  const german = await readFile(join(root, 'locales/de/forms/home-insurance.json'), 'utf8')
  for (let number = 0; number < count; number++) {
    await writeFile(
      join(folder, `definitions/forms/form-${number}.json`),
      form.replace('Home insurance', `Form ${number}`).replace(/"locales": \[.*\]/, '"locales": ["en", "de"]'),
    )
    await writeFile(join(folder, `locales/de/forms/form-${number}.json`), german)
  }
  try {
    return await run(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The whole command, as CI runs it. */
function checkTime(folder: string): { checkMs: number } {
  const started = performance.now()
  leadwright([], 'check', '--definitions', join(folder, 'definitions'), '--locales', join(folder, 'locales'))
  return { checkMs: Math.round(performance.now() - started) }
}

/** In a process of its own, so that one count's memory is not the next one's. */
function measureInOwnProcess(folder: string): object {
  return JSON.parse(leadwright(['--expose-gc'], 'bench', 'measure-definitions', folder))
}

function leadwright(flags: string[], ...args: string[]): string {
  return execFileSync(process.execPath, [...flags, join(import.meta.dirname, '../leadwright.ts'), ...args], {
    encoding: 'utf8',
  })
}

/** What the site of a folder costs. Times in ms, memory in MB of heap after garbage collection. */
interface DefinitionCosts {
  startMs: number
  startMb: number
  reloadMs: number
  firstPageMs: number
  secondPageMs: number
}

/** Loads, reloads after one change, and asks for the first and the second page of one form with a step checked. */
async function measureDefinitions(folder: string): Promise<DefinitionCosts> {
  const folders = { definitions: join(folder, 'definitions'), locales: join(folder, 'locales') }
  const cache = new SourceCache()
  const before = heap()
  const [startMs, site] = await timed(() => load(folders, cache))
  const startMb = heap() - before
  const consent = { purpose: 'bench', text: 'Changed.' }
  await writeFile(join(folder, 'definitions/consents/bench.json'), JSON.stringify(consent))
  const [reloadMs, reloaded] = await timed(() => load(folders, cache))
  const [firstPageMs] = await timed(async () => page(reloaded))
  const [secondPageMs] = await timed(async () => page(reloaded))
  // Named here, so that the first site is in memory while its heap is read.
  if (site.hash === reloaded.hash) throw new Error('The server did not detect the change.')
  return { startMs, startMb: Math.round(startMb * 10) / 10, reloadMs, firstPageMs, secondPageMs }
}

async function load(folders: Folders, cache: SourceCache): Promise<Site> {
  const loaded = await loadSite(folders, cache)
  if (!loaded.ok) throw new Error('The generated definitions have problems.')
  return loaded.site
}

function page(site: Site): void {
  const at = site.pages.at(site.definition.brand, '/forms/form-0')
  const version = site.forms.version('form-0', 'en')
  if (!at || !version) throw new Error('The generated form is missing.')
  pageView(site, at, site.brands.at(''))
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
