// Another company for browser tests: a server of its own on this machine, whose scripts do what such scripts do.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What pages load from it, by path. */
const scripts: Record<string, string> = {
  // Keeps a cookie, and collects what the data layer is told.
  '/tracker.js': `
    document.cookie = '_tracker=1; path=/'
    const collect = (command) => {
      if (command[0] === 'event') fetch(origin + '/collect?' + command[1] + '&' + new URLSearchParams(command[2]))
    }
    window.dataLayer.forEach(collect)
    const push = window.dataLayer.push.bind(window.dataLayer)
    window.dataLayer.push = (command) => { collect(command); return push(command) }`,
  '/ads.js': `
    document.cookie = '_ads_id=1; path=/'
    new Image().src = origin + '/pixel.gif'`,
  '/chat.js': `
    localStorage.setItem('chat-session', '1')
    const frame = document.createElement('iframe')
    frame.title = 'Chat'
    frame.src = origin + '/frame'
    document.getElementById('chat')?.append(frame)
    setInterval(() => fetch(origin + '/alive'), 300)`,
}

export interface ThirdParty {
  origin: string
  /** Paths with their queries, in the order they were asked for. */
  asked: string[]
  stop: () => Promise<void>
}

export async function startThirdParty(): Promise<ThirdParty> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const url = request.url ?? ''
    asked.push(url)
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('cache-control', 'no-store')
    const script = scripts[url]
    if (script !== undefined)
      return response
        .setHeader('content-type', 'text/javascript')
        .end(`(() => { const origin = new URL(document.currentScript.src).origin; ${script} })()`)
    if (url === '/frame')
      return response.setHeader('content-type', 'text/html').end('<!doctype html><title>Chat</title>')
    response.statusCode = 204
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
