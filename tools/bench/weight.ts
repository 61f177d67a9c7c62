import type { Browser } from '@playwright/test'
import type { Command } from 'commander'
import { withBrowser } from './browser.ts'
import { withServer } from './server.ts'

/** What a page transferred, in kB of 1000 bytes, headers left out. */
interface Weight {
  page: string
  /** In gzip. */
  scriptKb: number
  /** React, rjsf and the validators: what it takes to run a form. In gzip. */
  engineKb: number
  /** React DOM alone, the floor. In gzip. */
  reactKb: number
  /** In Brotli. */
  styleKb: number
}

const pages = ['/insurance/home-insurance', '/privacy']

export function weightBench(bench: Command): void {
  bench.option('--json', 'one object a line', false).action(async ({ json }: { json: boolean }) => {
    const rows = await withServer((origin) =>
      withBrowser(async (browser) => {
        const measured: Weight[] = []
        for (const page of pages) measured.push(await weigh(browser, origin, page))
        return measured
      }),
    )
    if (json) for (const row of rows) console.log(JSON.stringify(row))
    else console.table(rows)
  })
}

async function weigh(browser: Browser, origin: string, path: string): Promise<Weight> {
  const inGzip = await transfers(browser, origin + path, 'gzip')
  const inBrotli = await transfers(browser, origin + path, 'br')
  const sum = (all: Map<string, number>, what: RegExp) =>
    Math.round([...all].filter(([name]) => what.test(name)).reduce((total, [, bytes]) => total + bytes, 0) / 100) / 10
  return {
    page: path,
    scriptKb: sum(inGzip, /\.js$/),
    engineKb: sum(
      inGzip,
      /(assets\/(react|FormSection|Words|jsx-runtime|validator-runtime)-.*|^\/validators\/.*)\.js$/,
    ),
    reactKb: sum(inGzip, /assets\/react-.*\.js$/),
    styleKb: sum(inBrotli, /\.css$/),
  }
}

/** Path → bytes of the body as they came, in a browser that never was here. */
async function transfers(browser: Browser, url: string, encoding: 'gzip' | 'br'): Promise<Map<string, number>> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  // An experimental command, so that its name stands in no types.
  await (session.send as (method: string, parameters: object) => Promise<unknown>)('Network.setAcceptedEncodings', {
    encodings: [encoding],
  })
  const paths = new Map<string, string>()
  const bytes = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, response }) =>
    paths.set(requestId, new URL(response.url).pathname),
  )
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId) ?? requestId
    bytes.set(path, (bytes.get(path) ?? 0) + encodedDataLength)
  })
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  await context.close()
  return bytes
}
