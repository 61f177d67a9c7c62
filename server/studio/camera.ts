import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserPage, findBrowser, openBrowser } from './browser.ts'
import { versionOf } from './files.ts'

/** How wide pictures of pages are: as on a phone, and as on a desk. */
export const widths = [360, 1280] as const

/** What a server says to a browser. */
export interface Answer {
  status: number
  type: string
  body: Buffer
}

/** Takes pictures of pages. */
export interface Camera {
  /** Whether there is a browser to take them with. */
  isThere: boolean
  /**
   * A whole page as a PNG, without its scripts, one page at a time; null where it cannot be shown.
   * @param of what the page depends on: while it is the same, so is the picture
   */
  picture(of: string, width: number, path: string, answer: (path: string) => Promise<Answer>): Promise<Buffer | null>
  close(): Promise<void>
}

/** How many pictures are kept. */
const mostKept = 200

/** After this time without a picture the browser ends, in ms. */
const idleTime = 60_000

/** How long a page may take to load, in ms. */
const longest = 30_000

/** The highest page that is shown whole, in px. */
const highest = 20_000

/** Nothing of a page leaves this process: each request is answered here. */
const origin = 'http://preview.invalid'

/** Where Chromium may be. */
const programs = ['/usr/local/bin', '/usr/bin', '/bin', '/snap/bin', '/opt/homebrew/bin']

/**
 * @param folder where pictures are kept
 * @param wanted the Chromium to be taken; null: the one that is installed
 */
export function openCamera(folder: string, wanted: string | null): Camera {
  const found = process.permission?.has('child') === false ? null : findBrowser(wanted, programs)
  const path = found !== null && existsSync(found) ? found : null
  let opened: Promise<BrowserPage> | null = null
  let idle: NodeJS.Timeout | undefined
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()
  const taking = new Map<string, Promise<Buffer | null>>()

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ended = opened
    opened = null
    await (await ended?.catch(() => null))?.close()
  }

  async function take(browser: string, width: number, at: string, answer: (path: string) => Promise<Answer>) {
    clearTimeout(idle)
    opened ??= openBrowser(browser, ['--hide-scrollbars', '--host-resolver-rules=MAP * ~NOTFOUND'])
    const page = await opened
    const size = (height: number) =>
      page.command('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: width < 600 })
    let status = 0
    page.on('Fetch.requestPaused', ({ requestId, request }: { requestId: string; request: { url: string } }) => {
      const { origin: host, pathname, search } = new URL(request.url)
      const asked = host === origin ? answer(pathname + search) : Promise.reject(new Error(host))
      asked
        .then(({ status: code, type, body }) => {
          if (pathname + search === at) status = code
          return page.command('Fetch.fulfillRequest', {
            ...{ requestId, responseCode: code, responseHeaders: [{ name: 'content-type', value: type }] },
            body: body.toString('base64'),
          })
        })
        .catch(() => page.command('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }))
        .catch(() => {})
    })
    await page.command('Page.enable', {})
    await page.command('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
    await page.command('Emulation.setScriptExecutionDisabled', { value: true })
    await size(800)
    await page.go(origin + at)
    await said(page, `location.href === ${JSON.stringify(origin + at)} && document.readyState === 'complete'`)
    const height = Number(await said(page, 'document.documentElement.scrollHeight'))
    // What comes with scrolling comes by the size of the window, too.
    await size(Math.min(height, highest))
    await said(page, "document.fonts.status === 'loaded' && [...document.images].every(({ complete }) => complete)")
    const { data = '' } = await page.command('Page.captureScreenshot', { format: 'png' })
    return status === 200 ? Buffer.from(data, 'base64') : null
  }

  function forget(): void {
    const all = readdirSync(folder).map((name) => join(folder, name))
    const newest = all.map((file) => ({ file, at: statSync(file).mtimeMs })).sort((one, other) => other.at - one.at)
    for (const { file } of newest.slice(mostKept)) rmSync(file, { force: true })
  }

  async function made(file: string, width: number, at: string, answer: (path: string) => Promise<Answer>) {
    if (isClosed) return null
    try {
      const png = await take(path ?? '', width, at, answer)
      if (png === null) return null
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      await writeFile(file, png)
      forget()
      return png
    } catch {
      // A browser that does not answer is started again.
      await end()
      return null
    } finally {
      if (!isClosed) idle = setTimeout(end, idleTime).unref()
    }
  }

  return {
    isThere: path !== null,
    picture(of, width, at, answer) {
      if (path === null) return Promise.resolve(null)
      const file = join(folder, `${versionOf(JSON.stringify([of, width, at]))}.png`)
      const known = kept(file)
      if (known) return Promise.resolve(known)
      const begun = taking.get(file)
      if (begun) return begun
      const mine = last.then(() => made(file, width, at, answer))
      last = mine
      taking.set(file, mine)
      return mine.finally(() => taking.delete(file))
    },
    async close() {
      isClosed = true
      // Who waits for a picture gets none.
      await end()
      await last
    },
  }
}

/** What is true of the page, once it is. */
async function said(page: BrowserPage, expression: string): Promise<unknown> {
  for (const end = Date.now() + longest; Date.now() < end; await sleep(20)) {
    const { result } = await page.command('Runtime.evaluate', { expression, returnByValue: true })
    if (result?.value) return result.value
  }
  throw new Error(`waited for ${expression}`)
}

function kept(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}
