import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { LiveSite } from '#engine/node'

/** The script of pages that load again. */
export const refreshScript = '/api/refresh.js'

const changes = '/api/refresh'

/** How often it is looked whether something else is live, in ms. Only a server for development does. */
const rounds = 100

/**
 * What browsers run. A tab that is not seen closes its stream, since browsers open few at a time, and catches up when it
 * is seen again. A server that restarts is asked again until it is there.
 */
const script = `let seen
let stream
function follow() {
  stream?.close()
  if (document.hidden) return
  stream = new EventSource('${changes}')
  stream.onmessage = ({ data }) => {
    if (seen !== undefined && seen !== data) location.reload()
    seen = data
  }
  stream.onerror = () => {
    if (stream.readyState === EventSource.CLOSED) setTimeout(follow, 500)
  }
}
document.addEventListener('visibilitychange', follow)
follow()
`

/**
 * For development: pages load again when a definition or a text has changed, and when the server has started again with
 * other code. An event names what is live.
 */
export function refreshRoutes(app: FastifyInstance, live: Pick<LiveSite, 'current'>): void {
  const start = randomUUID()
  const open = new Set<ServerResponse>()
  const event = () => `data: ${start} ${live.current().hash}\n\n`
  let said = event()
  const looking = setInterval(() => {
    if (event() === said) return
    said = event()
    for (const stream of open) stream.write(said)
  }, rounds).unref()
  app.get(refreshScript, (_, reply) =>
    reply.header('cache-control', 'no-store').type('text/javascript; charset=utf-8').send(script),
  )
  app.get(changes, (_, reply) => {
    reply.hijack()
    const { raw } = reply
    open.add(raw)
    raw.on('error', () => {}).on('close', () => open.delete(raw))
    raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
    raw.write(`retry: 300\n${event()}`)
  })
  app.addHook('preClose', (done) => {
    clearInterval(looking)
    for (const stream of open) stream.end()
    done()
  })
}
