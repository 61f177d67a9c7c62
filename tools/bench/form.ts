import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import type { Command } from 'commander'
import { build } from 'vite'
import { counts, positive } from '../terminal/number-option.ts'
import { openWhole, withBrowser } from './browser.ts'
import { withServer } from './server.ts'

/** What somebody would write who needs just this page: one state, one controlled input for each field. */
const source = (fields: number) => `
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

const names = Array.from({ length: ${fields} }, (_, index) => 'f' + index)

function App() {
  const [values, setValues] = useState({})
  return (
    <form>
      {names.map((name) => (
        <p key={name}>
          <label htmlFor={name}>Field {name}</label>
          <input
            id={name}
            name={'root[' + name + ']'}
            value={values[name] ?? ''}
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
          />
        </p>
      ))}
    </form>
  )
}

createRoot(document.getElementById('root')).render(<App />)
`

/** From a key going down to the frame that shows its letter, in ms. */
export interface Latency {
  median: number
  p95: number
}

export function formBench(bench: Command): void {
  bench
    .option('--fields <numbers>', 'numbers of fields, separated by commas', counts, [20, 100])
    .option('--strokes <number>', 'keystrokes on each page; the first fifth is warm-up', positive, 100)
    .option('--json', 'print one JSON object per line', false)
    .action(async ({ fields, strokes, json }: Options) => {
      const rows = await withBrowser(async (browser) => {
        const compared = []
        for (const count of fields) compared.push(await compare(browser, count, strokes))
        return compared
      })
      if (json) for (const row of rows) console.log(JSON.stringify(row))
      else console.table(rows)
    })
}

interface Options {
  fields: number[]
  strokes: number
  json: boolean
}

async function compare(browser: Browser, fields: number, strokes: number) {
  const html = await handWritten(fields)
  const hand = await withPages(
    (_, reply) => reply.setHeader('content-type', 'text/html').end(html),
    (url) => keystrokes(browser, url, strokes),
  )
  const names = Array.from({ length: fields }, (_, index) => `f${index}`)
  const all = { title: 'Bench', fields: textFields(names.map((name) => [name, `Field ${name}`])) }
  const ours = await withForm({ all }, (url) => keystrokes(browser, url, strokes))
  const ratio = Math.round((ours.median / hand.median) * 100) / 100
  return { fields, handMs: hand.median, handP95Ms: hand.p95, oursMs: ours.median, oursP95Ms: ours.p95, ratio }
}

/** Serves pages that were built here, and runs something with their address. */
export async function withPages<T>(answer: RequestListener, run: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

/** Text fields by their ids, from ids and titles. */
export function textFields(fields: readonly (readonly [id: string, title: string])[]): object {
  return Object.fromEntries(fields.map(([id, title]) => [id, { type: 'string', title }]))
}

/** Serves the repository's definitions with one more form, and runs something with its address. */
export async function withForm<T>(steps: object, run: (url: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-bench-'))
  try {
    await cp(join(import.meta.dirname, '../../definitions'), folder, { recursive: true })
    const form = { locales: ['en'], title: 'Bench', steps }
    await writeFile(join(folder, 'forms/bench.json'), JSON.stringify(form))
    return await withServer((origin) => run(`${origin}/forms/bench`), { env: { DEFINITIONS_DIR: folder } })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Runs in the page: notes for each key how long its frame took. The message arrives once the frame is painted. */
const listen = `
  globalThis.times = []
  addEventListener('keydown', () => {
    const pressed = performance.now()
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => times.push(performance.now() - pressed)
      port2.postMessage(null)
    })
  }, true)`

async function keystrokes(browser: Browser, url: string, strokes: number): Promise<Latency> {
  const page = await browser.newPage()
  await openWhole(page, url)
  return typedInto(page, page.locator('[name="root[f3]"]'), strokes)
}

/** Types into a control of a page that is at work, on a CPU slowed down four times, and closes the page. */
export async function typedInto(page: Page, control: Locator, strokes: number): Promise<Latency> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.evaluate(listen)
  await control.focus()
  for (let stroke = 0; stroke < strokes; stroke++) {
    await page.keyboard.press('a')
    await page.waitForTimeout(40)
  }
  // The first strokes warm the engine up.
  const times = ((await page.evaluate('times')) as number[]).slice(Math.floor(strokes / 5))
  await page.close()
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
  return { median: at(0.5), p95: at(0.95) }
}

/** The page as one HTML text, built as ours is. */
async function handWritten(fields: number): Promise<string> {
  // Below node_modules, so that React is found.
  const cache = join(import.meta.dirname, '../../node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'bench-'))
  try {
    const entry = join(folder, 'entry.jsx')
    await writeFile(entry, source(fields))
    const built = await build({
      configFile: false,
      root: folder,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      oxc: { jsx: { runtime: 'automatic', development: false } },
      build: { write: false, lib: { entry, formats: ['iife'], name: 'page' } },
    })
    const [{ output }] = built as unknown as [{ output: [{ code: string }] }]
    return `<!doctype html><title>By hand</title><div id="root"></div><script>${output[0].code}</script>`
  } finally {
    await rm(folder, { recursive: true })
  }
}
