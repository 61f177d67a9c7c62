import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, CDPSession, Page } from '@playwright/test'
import type { Command } from 'commander'
import { build } from 'vite'
import { positive } from '../terminal/number-option.ts'
import { openWhole, withBrowser } from './browser.ts'
import { type Latency, textFields, typedInto, withForm, withPages } from './form.ts'

/** Kept from run to run: what npm installs for the others, and their built pages. */
const folder = join(import.meta.dirname, '../../node_modules/.cache/bench-field')

/** Each page takes this long at least to say what it is slow at, in ms. */
const settling = 1500

/** A phone on a slow network, as Lighthouse has it. */
const slow = { latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8, offline: false }

/** A library that forms are made with, and how this one is made with it. */
interface Library {
  name: string
  packages: Readonly<Record<string, string>>
  /** The module of a page whose `#root` shows the form. It imports `steps`: for each step the titles of its fields. */
  source: string
}

const react = { react: '19.2.0', 'react-dom': '19.2.0' }

const libraries: readonly Library[] = [
  {
    name: 'hand-written React',
    packages: react,
    source: `
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { steps } from './steps.js'

function App() {
  const [at, setAt] = useState(0)
  const [values, setValues] = useState({})
  return (
    <main>
      <h1>Step {at + 1} of {steps.length}</h1>
      <form onSubmit={(event) => { event.preventDefault(); if (at < steps.length - 1) setAt(at + 1) }}>
        {steps[at].map((title) => (
          <p key={title}>
            <label htmlFor={title}>{title}</label>
            <input id={title} required value={values[title] ?? ''} onChange={(event) => setValues({ ...values, [title]: event.target.value })} />
          </p>
        ))}
        <button type="submit">Next</button>
      </form>
    </main>
  )
}

createRoot(document.getElementById('root')).render(<App />)
`,
  },
  {
    name: 'rjsf',
    packages: { ...react, '@rjsf/core': '6.11.1', '@rjsf/utils': '6.11.1', '@rjsf/validator-ajv8': '6.11.1' },
    source: `
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import Form from '@rjsf/core'
import validator from '@rjsf/validator-ajv8'
import { steps } from './steps.js'

const schemas = steps.map((titles, at) => ({
  title: 'Step ' + (at + 1),
  type: 'object',
  required: titles,
  properties: Object.fromEntries(titles.map((title) => [title, { type: 'string', title }])),
}))

function App() {
  const [at, setAt] = useState(0)
  const [values, setValues] = useState({})
  return (
    <main>
      <Form key={at} schema={schemas[at]} formData={values} validator={validator} onChange={({ formData }) => setValues(formData)} onSubmit={() => at < steps.length - 1 && setAt(at + 1)}>
        <button type="submit">Next</button>
      </Form>
    </main>
  )
}

createRoot(document.getElementById('root')).render(<App />)
`,
  },
  {
    name: 'SurveyJS',
    packages: { ...react, 'survey-core': '3.0.0', 'survey-react-ui': '3.0.0' },
    source: `
import { createRoot } from 'react-dom/client'
import { Model } from 'survey-core'
import { Survey } from 'survey-react-ui'
import 'survey-core/survey-core.min.css'
import { steps } from './steps.js'

const survey = new Model({
  pages: steps.map((titles, at) => ({
    name: 'step' + at,
    title: 'Step ' + (at + 1),
    elements: titles.map((title) => ({ type: 'text', name: title, title, isRequired: true })),
  })),
})
survey.textUpdateMode = 'onTyping'
createRoot(document.getElementById('root')).render(<Survey model={survey} />)
`,
  },
  {
    name: 'Form.io',
    packages: { '@formio/js': '5.6.0' },
    source: `
import { Formio } from '@formio/js'
import '@formio/js/dist/formio.form.min.css'
import { steps } from './steps.js'

Formio.createForm(document.getElementById('root'), {
  display: 'wizard',
  components: steps.map((titles, at) => ({
    type: 'panel',
    key: 'step' + at,
    title: 'Step ' + (at + 1),
    components: titles.map((title) => ({
      type: 'textfield',
      key: title.replace(' ', ''),
      label: title,
      validate: { required: true },
    })),
  })),
})
`,
  },
]

/** What a form costs its visitors, and whom it serves. */
interface Costs {
  /** In gzip, in kB of 1000 bytes, until the page asks for nothing more. */
  scriptKb: number
  /** The largest paint and the slowest answer to a key or a press, on a slow phone and network, in ms. */
  lcpMs: number
  inpMs: number
  /** What JavaScript holds after it was cleaned up. */
  memoryMb: number
  /** Rules of axe that the first step breaks. */
  axe: number
  /** Whether the first step can be filled in and left without JavaScript. */
  withoutScript: boolean
  /** From a key to its frame, of a form of 20 and of 100 fields, on a CPU slowed down four times: median, in ms. */
  key20Ms: number
  key100Ms: number
}

interface Options {
  strokes: number
  json: boolean
}

export function fieldBench(bench: Command): void {
  bench
    .option('--strokes <number>', 'keystrokes on each page; the first fifth is warm-up', positive, 60)
    .option('--json', 'print one JSON object per line', false)
    .action(async ({ strokes, json }: Options) => {
      const rows = await withBrowser(
        async (browser) => {
          const all = [{ name: 'Leadwright', ...(await costsOf(browser, withOurs, strokes)) }]
          for (const library of libraries) {
            await install(library)
            const served: Serve = (fields, run) => withLibrary(library, fields, run)
            all.push({ name: library.name, ...(await costsOf(browser, served, strokes)) })
          }
          return all
        },
        ['--js-flags=--expose-gc'],
      )
      if (json) for (const row of rows) console.log(JSON.stringify(row))
      else console.table(rows)
      if (!json) console.log(placesOf(rows))
    })
}

/** Serves a form of so many fields, and runs something with its address. */
type Serve = <T>(fields: number, run: (url: string) => Promise<T>) => Promise<T>

async function costsOf(browser: Browser, serve: Serve, strokes: number): Promise<Costs> {
  const key = (fields: number) =>
    serve(fields, async (url): Promise<Latency> => {
      const page = await opened(browser, url)
      return typedInto(page, inputsOf(page).nth(3), strokes)
    })
  return serve(20, async (url) => ({
    ...(await weightAndMemory(browser, url)),
    ...(await onSlowPhone(browser, url)),
    axe: await axeFindings(browser, url),
    withoutScript: await worksWithoutScript(browser, url),
    key20Ms: (await key(20)).median,
    key100Ms: (await key(100)).median,
  }))
}

/** The controls of the step, without those that only programs find. */
function inputsOf(page: Page) {
  return page.locator('input:is([type=text], :not([type])):not([tabindex="-1"]):visible')
}

async function opened(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 360, height: 640 } })
  await openWhole(page, url)
  await inputsOf(page).nth(3).waitFor()
  return page
}

async function weightAndMemory(browser: Browser, url: string): Promise<Pick<Costs, 'scriptKb' | 'memoryMb'>> {
  const page = await browser.newPage({ viewport: { width: 360, height: 640 } })
  const scripts = new Map<string, number>()
  page.on('response', async (response) => {
    if (!/javascript/.test(response.headers()['content-type'] ?? '')) return
    scripts.set(response.url(), gzipSync(await response.body(), { level: 9 }).length)
  })
  await openWhole(page, url)
  await inputsOf(page).nth(3).waitFor()
  await page.waitForTimeout(settling)
  await page.evaluate('gc()')
  const session = await page.context().newCDPSession(page)
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number }
  await page.close()
  const bytes = [...scripts.values()].reduce((sum, size) => sum + size, 0)
  return { scriptKb: Math.round(bytes / 100) / 10, memoryMb: Math.round(usedSize / 1e5) / 10 }
}

/** Runs in the page before its own scripts: notes its largest paint, and how long each key or press took to be answered. */
const watch = `
  globalThis.lcp = 0
  globalThis.slowest = 0
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) lcp = entry.startTime }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (entry.interactionId) slowest = Math.max(slowest, entry.duration) }).observe({ type: 'event', buffered: true, durationThreshold: 16 })
`

/** The first step is filled in and left. */
async function onSlowPhone(browser: Browser, url: string): Promise<Pick<Costs, 'lcpMs' | 'inpMs'>> {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 } })
  const page = await context.newPage()
  await page.addInitScript(watch)
  const session = await slowed(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow)
  await page.goto(url)
  await inputsOf(page).nth(3).waitFor({ timeout: 120_000 })
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(settling)
  const lcpMs = Math.round((await page.evaluate('lcp')) as number)
  for (const input of await inputsOf(page).all()) {
    // What is typed below the screen is not painted, and no answer to it is seen.
    await input.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await input.focus()
    await page.keyboard.type('ab', { delay: 80 })
  }
  await nextOf(page).click()
  await page.waitForTimeout(settling)
  const inpMs = Math.round((await page.evaluate('slowest')) as number)
  await context.close()
  return { lcpMs, inpMs }
}

async function slowed(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return session
}

/** The button that leads on. */
function nextOf(page: Page) {
  return page.getByRole('button', { name: /^(next|continue)/i }).first()
}

async function axeFindings(browser: Browser, url: string): Promise<number> {
  const page = await opened(browser, url)
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
  const found = (await page.evaluate('axe.run(document).then(({ violations }) => violations.length)')) as number
  await page.close()
  return found
}

async function worksWithoutScript(browser: Browser, url: string): Promise<boolean> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } })
  try {
    const page = await context.newPage()
    await page.goto(url)
    const inputs = await inputsOf(page).all()
    const first = await inputs[0]?.getAttribute('name')
    if (inputs.length < 4) return false
    for (const input of inputs) await input.fill('ab')
    await nextOf(page).click()
    return (await inputsOf(page).first().getAttribute('name')) !== first
  } finally {
    await context.close()
  }
}

/** The titles of so many fields, in three steps. */
function titles(fields: number): string[][] {
  const each = Math.ceil(fields / 3)
  const all = Array.from({ length: fields }, (_, index) => `Field ${index + 1}`)
  return [all.slice(0, each), all.slice(each, 2 * each), all.slice(2 * each)]
}

/** The same form among our own definitions. */
function withOurs<T>(fields: number, run: (url: string) => Promise<T>): Promise<T> {
  const steps = titles(fields).map((names, at) => {
    const shown = textFields(names.map((title) => [title.toLowerCase().replace(' ', ''), title]))
    return [`step${at}`, { title: `Step ${at + 1}`, fields: shown }]
  })
  return withForm(Object.fromEntries(steps), run)
}

/** What npm installs for a library, unless it is there from the last run. */
async function install({ name, packages }: Library): Promise<void> {
  const home = homeOf(name)
  const wanted = JSON.stringify({ private: true, type: 'module', dependencies: packages })
  const known = existsSync(join(home, 'node_modules')) ? await readFile(join(home, 'package.json'), 'utf8') : ''
  if (known === wanted) return
  await rm(home, { recursive: true, force: true })
  await mkdir(home, { recursive: true })
  await writeFile(join(home, 'package.json'), wanted)
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps'], {
    cwd: home,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

function homeOf(name: string): string {
  return join(folder, name.toLowerCase().replace(/[^a-z]+/g, '-'))
}

/** Builds the page for production and serves it as one file of styles and one of script, compressed. */
async function withLibrary<T>({ name, source }: Library, fields: number, run: (url: string) => Promise<T>): Promise<T> {
  const root = homeOf(name)
  await writeFile(join(root, 'steps.js'), `export const steps = ${JSON.stringify(titles(fields))}`)
  await writeFile(join(root, 'entry.jsx'), source)
  const built = (await build({
    configFile: false,
    root,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      cssCodeSplit: false,
      rolldownOptions: { input: join(root, 'entry.jsx'), output: { codeSplitting: false } },
    },
  })) as unknown as { output: readonly { fileName: string; code?: string; source?: string | Uint8Array }[] }
  const files = new Map(
    built.output.map(({ fileName, code, source: asset }) => [`/${fileName}`, Buffer.from(code ?? asset ?? '')]),
  )
  const named = (ending: string) => [...files.keys()].find((file) => file.endsWith(ending))
  const style = named('.css')
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bench</title>${style ? `<link rel="stylesheet" href="${style}">` : ''}<script type="module" src="${named('.js')}"></script></head><body><div id="root"></div></body></html>`
  const types: Record<string, string> = { js: 'text/javascript', css: 'text/css' }
  return withPages(({ url = '/' }, reply) => {
    const file = files.get(url)
    if (url !== '/' && !file) return void reply.writeHead(404).end()
    reply.setHeader('content-type', types[url.split('.').at(-1) ?? ''] ?? 'text/html; charset=utf-8')
    reply.setHeader('content-encoding', 'gzip').end(gzipSync(file ?? html, { level: 9 }))
  }, run)
}

/** Our place in each row of figures, the smaller the better. */
function placesOf(rows: readonly ({ name: string } & Costs)[]): string {
  const measures = ['scriptKb', 'lcpMs', 'inpMs', 'memoryMb', 'axe', 'key20Ms', 'key100Ms'] as const
  const [ours] = rows
  const places = measures.map((measure) => {
    const better = rows.filter((row) => ours && row[measure] < ours[measure]).length
    return `${measure} ${better + 1}`
  })
  return `Places of Leadwright among ${rows.length}: ${places.join(', ')}.`
}
