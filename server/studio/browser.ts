import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A page of a browser. */
export interface BrowserPage {
  go: (address: string) => Promise<void>
  /** Runs a function of the page's own, which refers to nothing but its argument. */
  run: <A, R>(script: (argument: A) => R | Promise<R>, argument: A) => Promise<R>
  /** Resolves once the function says so. @throws after half a minute, with what it waited for */
  until: <A>(what: string, script: (argument: A) => boolean, argument: A) => Promise<void>
  /** Shows pages from now on as on a phone, 360 px wide, with or without their scripts. */
  onPhone: (withScripts: boolean) => Promise<void>
  /** Runs code that is not the page's own, whatever its policy allows. */
  inject: (code: string) => Promise<void>
  /** Sends a command of the DevTools protocol. */
  command: (method: string, params: object) => Promise<Reply>
  /** Has an event of the protocol do something. */
  on: (method: string, act: (params: never) => void) => void
  /** What scripts threw on the page so far, and what its policy blocked. */
  errors: () => readonly string[]
  close: () => Promise<void>
}

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const applications = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** How long a step of a form may take, in ms: machines of CI are slow. */
const longest = 30_000

/**
 * The Chromium of this machine, or null.
 * @param wanted the one that is to be taken
 * @param folders where it may be otherwise
 */
export function findBrowser(wanted: string | null, folders: readonly string[]): string | null {
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return wanted ?? [...found, ...applications].find((path) => existsSync(path)) ?? null
}

/** Opens a page in a browser of its own, controlled by the DevTools protocol. */
export async function openBrowser(path: string, flags: readonly string[] = []): Promise<BrowserPage> {
  const profile = mkdtempSync(join(tmpdir(), 'leadwright-browser-'))
  // Containers and CI run as root, where Chromium has no sandbox.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const quiet = ['--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']
  const options = ['--headless=new', '--disable-gpu', '--remote-debugging-port=0', `--user-data-dir=${profile}`]
  const browser = spawn(path, [...options, ...quiet, ...flags, ...asRoot, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(browser, 'exit')
  const socket = new WebSocket(await addressOf(browser.stderr))
  await once(socket, 'open')
  const replies = new Map<number, PromiseWithResolvers<Reply>>()
  const errors: string[] = []
  const listeners = new Map<string, (params: never) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error } = JSON.parse(String(data))
    listeners.get(method)?.(params as never)
    if (method === 'Runtime.exceptionThrown') errors.push(params.exceptionDetails.exception?.description ?? 'unknown')
    if (method === 'Log.entryAdded' && params.entry.source === 'security') errors.push(params.entry.text)
    if (id === undefined) return
    if (error) replies.get(id)?.reject(new Error(error.message))
    else replies.get(id)?.resolve(result)
  })
  const endAll = () => {
    for (const reply of replies.values()) reply.reject(new Error('the browser ended'))
  }
  socket.addEventListener('close', endAll)
  let last = 0
  const send = async (method: string, params: object = {}, sessionId?: string): Promise<Reply> => {
    const reply = Promise.withResolvers<Reply>()
    last += 1
    const id = last
    replies.set(id, reply)
    const late = setTimeout(() => reply.reject(new Error(`the browser did not answer ${method}`)), 2 * longest)
    if (socket.readyState === WebSocket.OPEN)
      socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }))
    else endAll()
    return await reply.promise.finally(() => {
      clearTimeout(late)
      replies.delete(id)
    })
  }
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = (await send('Target.attachToTarget', { targetId, flatten: true })) as { sessionId: string }
  await send('Runtime.enable', {}, sessionId)
  await send('Log.enable', {}, sessionId)
  const run: BrowserPage['run'] = async (script, argument) => {
    const expression = `(${script})(${JSON.stringify(argument)})`
    const asked = { expression, awaitPromise: true, returnByValue: true }
    const { result, exceptionDetails } = await send('Runtime.evaluate', asked, sessionId)
    if (exceptionDetails) throw new Error(String(exceptionDetails.exception?.description))
    return result?.value as never
  }
  return {
    run,
    async go(address) {
      await send('Page.navigate', { url: address }, sessionId)
    },
    async until(what, script, argument) {
      const end = Date.now() + longest
      // While a page gives way to the next, nothing runs in it.
      while (!(await run(script, argument).catch(() => false))) {
        if (Date.now() > end) throw new Error(`waited for ${what}`)
        await wait(20)
      }
    },
    async onPhone(withScripts) {
      const screen = { width: 360, height: 800, deviceScaleFactor: 1, mobile: true }
      await send('Emulation.setDeviceMetricsOverride', screen, sessionId)
      await send('Emulation.setScriptExecutionDisabled', { value: !withScripts }, sessionId)
    },
    async inject(code) {
      await send('Runtime.evaluate', { expression: code }, sessionId)
    },
    command: (method, params) => send(method, params, sessionId),
    on: (method, act) => void listeners.set(method, act),
    errors: () => errors,
    async close() {
      // What was started may be a script around the browser, which a signal would end alone.
      await send('Browser.close').catch(() => undefined)
      socket.close()
      browser.kill('SIGKILL')
      await ended
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** What the protocol answers, as far as it is read. */
interface Reply {
  targetId?: string
  sessionId?: string
  result?: { value: unknown }
  /** In base64. */
  data?: string
  exceptionDetails?: { exception?: { description?: string } }
}

async function addressOf(stderr: AsyncIterable<Buffer>): Promise<string> {
  let said = ''
  for await (const chunk of stderr) {
    said += chunk
    const address = /ws:\/\/\S+/.exec(said)?.[0]
    if (address) return address
  }
  throw new Error(`The browser did not start: ${said}`)
}
