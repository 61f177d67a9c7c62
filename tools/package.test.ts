import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { Ajv } from 'ajv'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { repositorySite } from '../engine/node/testing/repository.ts'
import { pagePath } from '../engine/site/addresses/paths.ts'
import { hostsOf } from '../engine/site/brand-table.ts'
import { type RunningServer, startIn, startServer, temporaryFolder } from '../server/testing/running-server.ts'
import { withBrowser } from './bench/browser.ts'
import { installed, installIn, type Packed, packedPackage } from './testing/packed-package.ts'

const root = join(import.meta.dirname, '..')

let packed: Packed
const project = temporaryFolder()
const own = join(project, 'node_modules/leadwright')

beforeAll(() => {
  packed = packedPackage()
  installIn(project, packed)
}, 300_000)

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
  const bin = ['--import', `data:text/javascript,${encodeURIComponent(tell)}`, join(own, 'tools/bin.js')]
  for (const [call, said] of Object.entries({
    '--help': 'migrate',
    '--version': /^\d+\.\d+\.\d+\n$/,
    'check --help': '--release',
    'help leads list': '(default: "20")',
    'migrate -h': '(default: "definitions")',
  })) {
    const args = [...bin, ...call.split(' ')]
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' })
    expect(stdout).toEqual(typeof said === 'string' ? expect.stringContaining(said) : expect.stringMatching(said))
    expect(stdout).not.toContain('bench')
    const loaded = [...stderr.matchAll(/^loads (file:.*)$/gm)].map(([, url = '']) => url)
    expect(loaded.filter((url) => !url.includes('/commander/'))).toHaveLength(3)
  }
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

test('a form costs an application at most 24.5 kB in gzip, and a definition 36 kB', () => {
  const built = join(own, 'react')
  const size = (what: RegExp) =>
    readdirSync(built)
      .filter((file) => what.test(file))
      .reduce((sum, file) => sum + gzipSync(readFileSync(join(built, file))).length, 0)
  const form = size(/^(index|form-words-de|form-(?!words)|rolldown-runtime).*\.js$/)
  expect(form).toBeGreaterThan(15_000)
  expect(form).toBeLessThanOrEqual(24_500)
  expect(form + size(/^(definition-words-de|resolve-definition).*\.js$/)).toBeLessThanOrEqual(36_000)
})

/** Fills in the form of an example, is refused once, and returns the body that was taken. */
async function fillExample(origin: string): Promise<unknown> {
  const bodies: unknown[] = []
  const faults: string[] = []
  await withBrowser(async (browser) => {
    const page = await browser.newPage()
    page.on('console', (said) => said.type() === 'error' && faults.push(said.text()))
    page.on('pageerror', (error) => faults.push(error.message))
    await page.route('**/api/v1/submissions', (route) => {
      bodies.push(route.request().postDataJSON())
      const errors = [{ pointer: '/answers/email', code: 'format', message: 'Nobody reads this mailbox' }]
      return bodies.length === 1
        ? route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify({ errors }) })
        : route.fulfill({ status: 201, contentType: 'application/json', body: '{ "id": "1" }' })
    })
    await page.goto(origin)
    await page.getByRole('heading', { name: 'What is it about?' }).waitFor()
    await page.evaluate(readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8'))
    const rules = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }
    expect(await page.evaluate(`axe.run(${JSON.stringify(rules)}).then(({ violations }) => violations)`)).toEqual([])
    await page.getByLabel('Car insurance').check()
    await page.getByLabel('What is your car worth?').fill('12')
    await page.getByRole('button', { name: /^Next/ }).click()
    await page.getByRole('alert').getByText('must be £500').waitFor()
    await page.getByLabel('What is your car worth?').fill('12,000')
    await page.getByRole('button', { name: /^Next/ }).click()
    await page.getByLabel('Phone').fill('07700 900123')
    await page.getByLabel('Email').fill('ada@nobody.example')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('link', { name: 'Nobody reads this mailbox' }).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('ada@mail.example')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  })
  expect(faults.filter((fault) => !fault.includes('422'))).toEqual([])
  const taken = bodies.at(-1)
  const schema = JSON.parse(readFileSync(join(root, 'schemas/api/submission.schema.json'), 'utf8'))
  const judge = new Ajv({ strict: false }).compile(schema)
  expect(judge(taken), JSON.stringify(judge.errors)).toBe(true)
  expect(bodies).toHaveLength(2)
  return taken
}

const filled = {
  ...{ form: 'callback', locale: 'en' },
  answers: { topic: 'car', value: 12_000, phone: '07700 900123', email: 'ada@mail.example' },
}

/** An example with the package installed, below this repository: bundlers look for their own files around it. */
function exampleFolder(name: string, as = name): string {
  const folder = join(root, 'dist/examples', as)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  remove()
  onTestFinished(remove)
  cpSync(join(root, 'docs/examples', name), folder, { recursive: true })
  installIn(folder, packed)
  return folder
}

/** Serves built files as a strict site would. @param asked gets the path of each */
async function serveFiles(folder: string, asked: string[]): Promise<string> {
  const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' }
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    asked.push(path)
    if (!existsSync(join(folder, path))) return void response.writeHead(404).end()
    const type = types[path.split('.').at(-1) ?? ''] ?? 'text/plain'
    response.writeHead(200, { 'content-type': type, 'content-security-policy': "default-src 'self'" })
    response.end(readFileSync(join(folder, path)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** What calls the examples is no development. */
const env = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' }

test.each(['19', '18'])(
  'the example with Vite is filled in with React %s, under a strict policy',
  async (version) => {
    const folder = exampleFolder('vite', `vite-${version}`)
    if (version === '18')
      for (const name of ['react', 'react-dom'])
        cpSync(join(root, `node_modules/${name}18`), join(folder, 'node_modules', name), { recursive: true })
    const words = ['resolve', 'definition', 'callback.json', '--locale', 'en', '--out', 'callback.en.json']
    const [node = '', ...args] = installed(folder, ...words)
    const resolved = spawnSync(node, args, { cwd: folder, encoding: 'utf8' })
    expect(resolved.status, resolved.stderr).toBe(0)
    const built = spawnSync(join(root, 'node_modules/.bin/vite'), ['build'], { cwd: folder, env, encoding: 'utf8' })
    expect(built.status, built.stderr).toBe(0)
    // Code that resolves is in a file of its own, which no browser loads.
    const loaded: string[] = []
    const origin = await serveFiles(join(folder, 'dist'), loaded)
    expect(await fillExample(origin)).toMatchObject(filled)
    expect(loaded).toContainEqual(expect.stringMatching(/form-words-en/))
    expect(loaded.filter((path) => /resolve-definition|definition-words/.test(path))).toEqual([])
  },
  120_000,
)

test('the example with Next is rendered on the server and filled in', async () => {
  const folder = exampleFolder('next')
  const next = join(root, 'node_modules/next/dist/bin/next')
  const built = spawnSync(process.execPath, [next, 'build'], { cwd: folder, env, encoding: 'utf8' })
  expect(built.status, built.stdout + built.stderr).toBe(0)
  const { origin, stop } = await startNext(folder, next, env)
  onTestFinished(stop)
  expect(await (await fetch(origin)).text()).toContain('What is it about?')
  expect(await fillExample(origin)).toMatchObject(filled)
}, 300_000)

async function startNext(folder: string, next: string, env: NodeJS.ProcessEnv) {
  const free = createServer()
  await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve))
  const { port } = free.address() as AddressInfo
  await new Promise((resolve) => free.close(resolve))
  const args = [next, 'start', '--hostname', '127.0.0.1', '--port', String(port)]
  const server = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    server.once('exit', () => reject(new Error('Next has ended')))
    server.stdout.on('data', (text) => String(text).includes('Ready') && resolve())
  })
  return { origin: `http://127.0.0.1:${port}/`, stop: () => void server.kill() }
}

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
