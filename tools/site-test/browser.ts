import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileControlName, writeAnswers } from '#engine/form/journey'
import { type Answers, kindNamed, type ResolvedField } from '#engine/form/model'

/** A page of a browser, as far as a form is filled in on it. */
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
  /** What scripts threw on the page so far, and what its policy blocked. */
  errors: () => readonly string[]
  close: () => Promise<void>
}

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const applications = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** How long a step of a form may take, in ms: machines of CI are slow. */
const longest = 30_000

/** The Chromium of this machine, or null. CHROMIUM_PATH wins, then the PATH. */
export function findBrowser(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return process.env.CHROMIUM_PATH || [...found, ...applications].find((path) => existsSync(path)) || null
}

/** Opens a page in a browser of its own, controlled by the DevTools protocol. */
export async function openBrowser(path: string): Promise<BrowserPage> {
  const profile = mkdtempSync(join(tmpdir(), 'leadwright-browser-'))
  // Containers and CI run as root, where Chromium has no sandbox.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const quiet = ['--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']
  const options = ['--headless=new', '--disable-gpu', '--remote-debugging-port=0', `--user-data-dir=${profile}`]
  const browser = spawn(path, [...options, ...quiet, ...asRoot, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(browser, 'exit')
  const socket = new WebSocket(await addressOf(browser.stderr))
  await once(socket, 'open')
  const replies = new Map<number, PromiseWithResolvers<Reply>>()
  const errors: string[] = []
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error } = JSON.parse(String(data))
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

/** A file to choose. */
interface ActFile {
  name: string
  /** In base64. */
  content: string
  /** What is on the page once the server has it. */
  kept: string
}

/** What is done to a control: it is ticked or not, chosen from, typed into, or given a file. */
export interface Act {
  selector: string
  value: string | boolean | ActFile
  isChoice: boolean
}

/** The first bytes of files, in base64: that is how the server knows their types. */
const samples = {
  pdf: 'JVBERi0xLjcK',
  jpg: '/9j/4AAQSkZJRgABAQA=',
  png: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAACklEQVQ=',
}

/** How a visitor answers questions, control by control, whatever they are drawn as. */
export function acts(fields: readonly ResolvedField[], answers: Answers, locale: string): Act[] {
  return fields
    .filter(({ kind }) => kind !== 'count')
    .flatMap((field) => writeAnswers([field], answers, locale).flatMap(([name, value]) => actsOn(field, name, value)))
}

/** Does it all in the page itself, by the events that a hand causes. Runs in the browser: it refers to nothing else. */
export async function fillInPage(all: readonly Pick<Act, 'selector' | 'value'>[]): Promise<void> {
  const end = Date.now() + 30_000
  for (const { selector, value } of all) {
    let control = document.querySelector<HTMLInputElement>(selector)
    // What an answer reveals is there a moment later.
    while (!control || control.matches(':disabled')) {
      if (Date.now() > end) throw new Error(`waited for ${selector}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
      control = document.querySelector<HTMLInputElement>(selector)
    }
    control.focus()
    if (typeof value === 'boolean') {
      if (control.checked !== value) control.click()
      continue
    }
    if (typeof value === 'object') {
      const chosen = new DataTransfer()
      const bytes = Uint8Array.from(atob(value.content), (letter) => letter.charCodeAt(0))
      chosen.items.add(new File([bytes], value.name))
      control.files = chosen.files
      control.dispatchEvent(new Event('change', { bubbles: true }))
      while (!document.querySelector(value.kept)) {
        if (Date.now() > end) throw new Error(`waited for ${value.name} to be uploaded`)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      continue
    }
    // React puts a setter of its own on the element, to know what was there before.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
    control.dispatchEvent(new Event('input', { bubbles: true }))
    control.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

function actsOn({ id, ui, kind, files }: ResolvedField, name: string, value: string): Act[] {
  const named = `main [name="${name}"]`
  const widget = ui['ui:widget']
  switch (widget) {
    case 'radio':
    case 'own-group':
    case 'matrix':
    case 'checkboxes':
      return [{ selector: `${named}[value="${value}"]`, value: true, isChoice: false }]
    case 'consent':
      return [{ selector: named, value: value === 'true', isChoice: false }]
    case 'files': {
      // The file of the answer exists nowhere: one is uploaded in its place. Without a sample the question stays empty.
      const sample = Object.entries(samples).find(([type]) => files?.accept.some((each) => each === type))
      if (!sample) return []
      const [type, content] = sample
      const file = { name: `example.${type}`, content, kept: `${named}:checked` }
      return [{ selector: `main [name="${fileControlName(id)}"]`, value: file, isChoice: false }]
    }
    case 'parts': {
      const { asked = [], split = () => [] } = kindNamed(kind)?.parts ?? {}
      const typed = split(value)
      return asked.map(({ id }, index) => {
        return { selector: `main [name="${name}[${id}]"]`, value: typed[index] ?? '', isChoice: false }
      })
    }
    default:
      return [{ selector: named, value, isChoice: widget === 'select' }]
  }
}
