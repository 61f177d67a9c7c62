import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import type { Command } from 'commander'
import { request } from 'undici'
import { openWhole, withBrowser } from './browser.ts'
import { withServer } from './server.ts'

/** What a page transferred, in kB of 1000 bytes, headers left out. */
interface Weight {
  page: string
  /** In gzip. */
  scriptKb: number
  /** What was asked for before the first answer of the page's form could be judged; null on a page without one. In gzip. */
  judgedKb: number | null
  /** React, the form with all that takes its answers, and the validators. In gzip. */
  engineKb: number
  /** React DOM alone, the floor. In gzip. */
  reactKb: number
  /** How many times React DOM the engine is; null on a page without a form. */
  ratio: number | null
  /** In Brotli. */
  styleKb: number
}

const pages = ['/insurance/home-insurance', '/privacy']

export function weightBench(bench: Command): void {
  bench.option('--json', 'print one JSON object per line', false).action(async ({ json }: { json: boolean }) => {
    const rows = await withServer((origin) =>
      withBrowser(async (browser) => {
        const measured: Weight[] = []
        for (const page of pages) measured.push(await weigh(browser, origin, page))
        return [...measured, await weighScript(origin), ...weighPackage(measured[0]?.reactKb ?? 0)]
      }),
    )
    if (json) for (const row of rows) console.log(JSON.stringify(row))
    else console.table(rows)
  })
}

async function weigh(browser: Browser, origin: string, path: string): Promise<Weight> {
  const { loaded, judged } = await loadedBy(browser, origin + path)
  const sum = async (what: RegExp, encoding: 'gzip' | 'br', urls = loaded) => {
    const sizes = await Promise.all(
      urls.filter((url) => what.test(new URL(url).pathname)).map((url) => bytesOf(url, encoding)),
    )
    return Math.round(sizes.reduce((total, bytes) => total + bytes, 0) / 100) / 10
  }
  const engineKb = await sum(/(assets\/(react|form|FormSection|validator-runtime)-.*|^\/validators\/.*)\.js$/, 'gzip')
  const reactKb = await sum(/assets\/react-.*\.js$/, 'gzip')
  return {
    page: path,
    scriptKb: await sum(/\.js$/, 'gzip'),
    judgedKb: judged && (await sum(/\.js$/, 'gzip', judged)),
    engineKb,
    reactKb,
    ratio: reactKb === 0 ? null : Math.round((100 * engineKb) / reactKb) / 100,
    styleKb: await sum(/\.css$/, 'br'),
  }
}

/** What a page of another site pays for a form in it, beside the frame. */
async function weighScript(origin: string): Promise<Weight> {
  const scriptKb = Math.round((await bytesOf(`${origin}/embed.js`, 'gzip')) / 100) / 10
  return { page: '/embed.js', scriptKb, judgedKb: null, engineKb: 0, reactKb: 0, ratio: null, styleKb: 0 }
}

/**
 * React DOM with what the package adds to an application: the code that every form needs with the words of one language, for
 * a form that was resolved before and for a definition.
 */
function weighPackage(reactKb: number): Weight[] {
  const folder = mkdtempSync(join(tmpdir(), 'leadwright-react-'))
  try {
    execFileSync(process.execPath, [join(import.meta.dirname, '../../web/build/lead-form.ts'), folder])
    const size = (what: RegExp) =>
      readdirSync(folder)
        .filter((file) => what.test(file))
        .reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0)
    const row = (page: string, bytes: number): Weight => {
      const engineKb = Math.round(reactKb * 10 + bytes / 100) / 10
      const ratio = Math.round((100 * engineKb) / reactKb) / 100
      return { page, scriptKb: engineKb, judgedKb: null, engineKb, reactKb, ratio, styleKb: 0 }
    }
    const form = size(/^(index|form-words-en|form-(?!words)|rolldown-runtime).*\.js$/)
    return [
      row('leadwright/react, resolved form', form),
      row('leadwright/react, definition', form + size(/^(definition-words-en|resolve-definition|repeat).*\.js$/)),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What a browser that never was here asks for until it is quiet, and until it can judge answers, where it can. */
async function loadedBy(browser: Browser, url: string): Promise<{ loaded: string[]; judged: string[] | null }> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const urls = new Set<string>()
  page.on('requestfinished', (finished) => urls.add(finished.url()))
  await openWhole(page, url)
  const judged = await page.evaluate(() => {
    // web/app/entry-client.tsx says so.
    const [moment] = performance.getEntriesByName('judges')
    const asked = performance.getEntriesByType('resource')
    return moment ? asked.filter((each) => each.startTime < moment.startTime).map(({ name }) => name) : null
  })
  await context.close()
  return { loaded: [...urls], judged: judged && [...new Set(judged)] }
}

/** How long a body is as it is sent. Asked of the server itself: browsers tell only what they made of it. */
async function bytesOf(url: string, encoding: 'gzip' | 'br'): Promise<number> {
  const { body } = await request(url, { headers: { 'accept-encoding': encoding } })
  return (await body.arrayBuffer()).byteLength
}
