// A calculator for browser tests that does what no calculator should: a server of its own on this machine.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What it tries, each by a name, and says whether it could. */
const tries = `
  const target = document.referrer
  const said = {}
  const attempt = async (name, act) => {
    try { said[name] = String(await act()) } catch (error) { said[name] = error.name }
  }
  const press = (tag, more) => {
    const element = Object.assign(document.createElement(tag), more)
    document.body.append(element)
    element[tag === 'form' ? 'submit' : 'click']()
    return 'tried'
  }
  await attempt('cookie', () => document.cookie)
  await attempt('localStorage', () => localStorage.length)
  await attempt('sessionStorage', () => sessionStorage.length)
  await attempt('indexedDB', () => new Promise((resolve, reject) => {
    const request = indexedDB.open('x')
    request.onsuccess = () => resolve('opened')
    request.onerror = () => reject(request.error)
  }))
  await attempt('caches', () => caches.keys())
  await attempt('page', () => parent.document.body.innerHTML)
  await attempt('pageCookie', () => top.document.cookie)
  await attempt('pageStorage', () => top.localStorage.length)
  await attempt('api', () => fetch(target + 'api/v1/cookie-settings?locale=en', { mode: 'no-cors', credentials: 'include' }).then((reply) => reply.text()))
  await attempt('window', () => window.open('/elsewhere'))
  await attempt('named window', () => window.open('/elsewhere', '_top'))
  await attempt('alert', () => alert('x'))
  await attempt('confirm', () => confirm('x'))
  await attempt('top', () => { top.location.href = location.origin + '/elsewhere' })
  await attempt('replace', () => { top.location.replace('/elsewhere') })
  await attempt('hash', () => { top.location.hash = 'stolen' })
  await attempt('link to the top', () => press('a', { href: '/elsewhere', target: '_top' }))
  await attempt('link to a window', () => press('a', { href: '/elsewhere', target: '_blank' }))
  await attempt('form to the top', () => press('form', { action: '/elsewhere', target: '_top' }))
  await attempt('download', () => press('a', { href: '/file', download: 'file' }))
  await attempt('position', () => new Promise((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, ({ message }) => reject({ name: message }))))
  for (const name of ['leadwright:lead-sent', 'x']) parent.postMessage({ type: name }, '*')
  await new Promise((resolve) => setTimeout(resolve, 500))
  await fetch('/said', { method: 'POST', body: JSON.stringify(said) })
  // At last it leaves for the page that it stands in, and would be it.
  location.href = target`

export interface HostileCalculator {
  origin: string
  /** Paths in the order they were asked for. */
  asked: string[]
  /** What each attempt came to, once all were made: the value read, or the name of the error. */
  said: () => Record<string, string> | null
  /** Forgets what was asked and said. */
  forget: () => void
  stop: () => Promise<void>
}

/** `/hostile` tries everything, `/silent` never answers. */
export async function startHostileCalculator(): Promise<HostileCalculator> {
  const asked: string[] = []
  let said: Record<string, string> | null = null
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    asked.push(path)
    if (path === '/silent') return
    response.setHeader('access-control-allow-origin', '*')
    if (path === '/said') {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        said = JSON.parse(body)
        response.end()
      })
      return
    }
    if (path === '/file') response.setHeader('content-disposition', 'attachment')
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Calculator</title><body><script type="module">${tries}</script>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    said: () => said,
    forget() {
      asked.length = 0
      said = null
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
