import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { repositorySite } from '../engine/node/testing/repository.ts'
import { pagePath } from '../engine/site/addresses/paths.ts'
import { hostsOf } from '../engine/site/brand-table.ts'
import { type RunningServer, startIn, startServer, temporaryFolder } from '../server/testing/running-server.ts'
import { installed, installIn, type Packed, packedPackage } from './testing/packed-package.ts'

const root = join(import.meta.dirname, '..')

let packed: Packed
const project = temporaryFolder()
const own = join(project, 'node_modules/leadwright')

beforeAll(() => {
  packed = packedPackage()
  installIn(project, packed)
})

test('the package has at most 6 MB, and no file that only this repository needs', () => {
  expect(packed.size).toBeLessThanOrEqual(6_000_000)
  const files = execFileSync('tar', ['-tzf', packed.tarball], { encoding: 'utf8' }).trim().split('\n')
  expect(files.length).toBeGreaterThan(500)
  expect(
    files.filter((file) => /(?<!\.d)\.tsx?$|\.map$|\.test\.|\/testing\/|^package\/definitions\/|bench/.test(file)),
  ).toEqual([])
})

test('other programs reach what the package exports, and nothing else', () => {
  const resolve = (name: string) =>
    spawnSync(process.execPath, ['-e', `require.resolve(${JSON.stringify(name)})`], { cwd: project }).status === 0
  expect(resolve('leadwright/package.json')).toBe(true)
  expect(resolve('leadwright/schemas/form.schema.json')).toBe(true)
  expect(resolve('leadwright/server/app.js')).toBe(false)
})

test('the engine alone proves a form in another program, and declares what it exports', () => {
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    join(project, 'prove.ts'),
    `import kindWords from 'leadwright/words/de/kinds.json' with { type: 'json' }
import { type FormDefinition, journey, prove, resolve, validate } from 'leadwright/form'

const definition: FormDefinition = {
  locales: ['de'],
  title: 'Rückruf',
  steps: { you: { title: 'Sie', fields: { email: { kind: 'email' }, call: { kind: 'yes-no', title: 'Anrufen?' } } } },
}
const market = { country: 'DE', currency: 'EUR', timeZone: 'Europe/Berlin' }
const form = resolve(definition, { id: 'callback', locale: 'de', market, kindWords })
const [step] = journey(form, {}).steps
console.log(step?.asked.map(({ words }) => words.title), validate(form, { email: '!' }, '2026-11-26'), prove(form, '2026-11-26').problems)
`,
  )
  expect(execFileSync(process.execPath, ['prove.ts'], { cwd: project, encoding: 'utf8' })).toMatch(/E-Mail.*Anrufen/)
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    lib: ['es2024', 'dom'],
    types: [],
    target: 'es2024',
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['prove.ts'] }))
  const compiled = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', project], { encoding: 'utf8' })
  expect(compiled.stdout).toBe('')
  expect(compiled.status).toBe(0)
})

test('nothing that the package depends on is compiled when it is installed', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const seen = new Set<string>()
  const visit = (name: string) => {
    const entry = packages[`node_modules/${name}`]
    if (entry === undefined || seen.has(name)) return
    seen.add(name)
    for (const inner of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) visit(inner)
  }
  for (const name of Object.keys(JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')).dependencies)) visit(name)
  expect(seen.size).toBeGreaterThan(30)
  expect([...seen].filter((name) => packages[`node_modules/${name}`].hasInstallScript)).toEqual([])
})

test('the command line loads what it needs and no more', () => {
  const tell = `import { registerHooks } from 'node:module'
registerHooks({ load: (url, context, next) => (console.error('loads ' + url), next(url, context)) })`
  const args = ['--import', `data:text/javascript,${encodeURIComponent(tell)}`, join(own, 'tools/bin.js'), '--help']
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' })
  expect(stdout).toContain('migrate')
  expect(stdout).not.toContain('bench')
  const loaded = [...stderr.matchAll(/^loads (file:.*)$/gm)].map(([, url = '']) => url)
  expect(loaded.filter((url) => !url.includes('/commander/'))).toHaveLength(3)
})

test('an older Node is told which one is needed', () => {
  const old = `data:text/javascript,${encodeURIComponent("Object.defineProperty(process, 'versions', { value: { node: '22.23.3' } })")}`
  const { status, stderr } = spawnSync(process.execPath, ['--import', old, join(own, 'tools/bin.js'), 'start'], {
    ...{ cwd: project, encoding: 'utf8' },
  })
  expect(stderr).toBe('Leadwright needs Node 24 or newer, and this is Node 22.23.3: install it from nodejs.org.\n')
  expect(status).toBe(1)
})

test('the portal uses nothing but the package: each page has the same bytes as in this repository', async () => {
  for (const folder of ['definitions', 'locales'])
    cpSync(join(root, folder), join(project, folder), { recursive: true })
  const busy = { MAX_EVENT_LOOP_DELAY_MS: '60000' }
  const servers = await Promise.all([
    startServer(temporaryFolder(), busy),
    startIn(project, installed(project, 'start'), busy),
  ])
  onTestFinished(async () => {
    await Promise.all(servers.map((server) => server.stop()))
  })
  const site = await repositorySite()
  const brands = site.brands.all.map((brand) => [brand, site.pages.ofBrand(brand.id)] as const)
  const all = brands.flatMap(([brand, pages]) =>
    pages.map((at) => ({ ...at, host: hostsOf(brand)[0] ?? '', path: pagePath(site.definition, at.page, at.locale) })),
  )
  const everyLanguage = process.env.EVERY_LANGUAGE !== undefined
  // Each page once: its languages and brands take turns.
  const asked = everyLanguage
    ? all
    : [...Map.groupBy(all, ({ id }) => id).values()]
        .map((same, turn) => same[turn % same.length])
        .filter((at) => at !== undefined)
  expect(asked.length).toBeGreaterThan(everyLanguage ? 1000 : 80)
  const differing: string[] = []
  for (const { path, host } of asked) {
    const ask = () => Promise.all(servers.map((server) => bodyOf(server, path, host)))
    const [ours, theirs] = await ask()
    if (ours === theirs) continue
    // Deals end between two requests, and options in random order have another for each.
    const [again = '', same = ''] = await ask()
    if (sorted(again) !== sorted(same)) differing.push(`${host}${path}`)
  }
  expect(differing).toEqual([])
  expect(existsSync(join(project, 'data/demo.key'))).toBe(true)
}, 1_800_000)

function sorted(text: string): string {
  return text.split('').sort().join('')
}

/** A page as a brand's host answers it, without the port that it was asked at. */
async function bodyOf({ origin }: RunningServer, path: string, host: string): Promise<string> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${origin}${path}`, { headers: { host } }, resolve).on('error', reject)
  })
  const body = await buffer(response)
  expect(`${response.statusCode} ${path}`).toMatch(/^(200|404) /)
  return body.toString('utf8').replaceAll(origin, '')
}
