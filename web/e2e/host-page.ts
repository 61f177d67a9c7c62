// Another site that embeds forms, for browser tests: a server of its own on this machine, under names that are none of ours.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Frame, Page } from '@playwright/test'

export interface HostPage {
  /** Its address, under a name that is another site than 127.0.0.1. */
  origin: string
  /** Under a name that no form allows. */
  strange: string
  /** What its page holds from now on. @param ours the origin that its policy allows */
  show: (ours: string, body: string) => void
  stop: () => Promise<void>
}

/** A site whose policy allows nothing but our scripts and frames. */
export async function startHostPage(): Promise<HostPage> {
  let [policy, text] = ['', '']
  const server = createServer((_, response) =>
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .setHeader('content-security-policy', policy)
      .end(text),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    strange: `http://strange.localhost:${port}`,
    show(ours, body) {
      policy = `default-src 'none'; img-src data:; script-src ${ours}; frame-src ${ours}`
      const head =
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">'
      text = `<!doctype html><html lang="en"><head>${head}<title>Shop</title></head><body><h1>Shop</h1>${body}</body></html>`
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Has the pages that follow keep all that they are told. */
export async function listenToFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window !== top) return
    const told = Object.assign(window, { events: [] as object[], messages: [] as unknown[] })
    for (const name of ['ready', 'begun', 'step', 'sent'])
      document.addEventListener(`leadwright:${name}`, (event) =>
        told.events.push([name, (event as CustomEvent).detail]),
      )
    addEventListener('message', ({ data }) => told.messages.push(data))
  })
}

/** The events that its page was told. */
export function eventsOf(page: Page): Promise<[name: string, detail: object][]> {
  return page.evaluate(() => (window as unknown as { events: [string, object][] }).events)
}

/** All that its page was sent, as JSON. */
export function messagesOf(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify((window as unknown as { messages: unknown[] }).messages))
}

/** By how many px the content of a frame is higher than the frame. */
export function hidden(frame: Frame): Promise<number> {
  return frame.evaluate(() => document.documentElement.scrollHeight - innerHeight)
}

/** By how many px a frame is higher than its content. */
export function spare(frame: Frame): Promise<number> {
  return frame.evaluate(() => innerHeight - document.body.offsetHeight)
}
