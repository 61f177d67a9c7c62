import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { smallSite } from '../../../engine/node/testing/small-site.ts'
import { postgresServer } from '../../../server/storage/testing/postgres-server.ts'
import { streamLeads } from '../../../server/testing/lead-stream.ts'
import { buildPages, type RunningServer, startServer, temporaryFolder } from '../../../server/testing/running-server.ts'
import { storedLeads, summary, untruths } from '../../../server/testing/told-and-stored.ts'
import type { FaultTest } from '../fault-test.ts'

export const faultTest: FaultTest = {
  name: 'rolling-restart',
  about: 'two servers on one PostgreSQL are restarted one after the other, behind a proxy that asks /readyz',
  async run(load) {
    buildPages()
    const folder = temporaryFolder()
    const postgres = await postgresServer({ durable: true })
    const running: RunningServer[] = []
    try {
      const place = await postgres.database()
      const site = smallSite(folder)
      // For longer than the proxy takes to look again, on a busy machine too.
      const drain = { DRAIN_SECONDS: '6' }
      const start = (port: string) => startServer(folder, { ...site, ...drain, DATABASE_URL: place, PORT: port })
      running.push(await start('0'), await start('0'))
      const proxy = await startProxy(running.map(({ origin }) => origin))
      const stream = streamLeads(() => proxy.origin, { perSecond: load.perSecond, seconds: 3600 })
      for (const [index, server] of running.entries()) {
        await sleep((load.seconds * 1000) / 4)
        const code = await server.stop()
        if (code !== 0) return { ok: false, lines: ['', `A server ended with ${code}.`] }
        running[index] = await start(new URL(server.origin).port)
        await proxy.hasAll()
      }
      await sleep((load.seconds * 1000) / 4)
      const sent = await stream.end()
      proxy.close()
      const refused = sent.flatMap(({ key, answers }) =>
        answers.some(({ status }) => status !== 201) ? [`${key}: answered ${answers[0]?.status}`] : [],
      )
      const wrong = [...untruths(sent, await storedLeads(place)), ...refused]
      return { ok: wrong.length === 0, lines: [summary(sent), ...wrong] }
    } finally {
      await Promise.all(running.map((server) => server.stop()))
      await postgres.remove()
      await rm(folder, { recursive: true })
    }
  },
}

interface Proxy {
  origin: string
  /** Resolves once every server is ready. */
  hasAll: () => Promise<void>
  close: () => void
}

/**
 * Does what deploy/Caddyfile asks of Caddy: it keeps connections open, asks /readyz now and then, sends requests in turn to
 * the servers that were ready, and tries the next one only where no connection came about.
 */
async function startProxy(origins: readonly string[]): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set(origins)
  let isOver = false
  let turn = 0
  const follow = async (origin: string) => {
    while (!isOver) {
      const answer = await fetch(`${origin}/readyz`).catch(() => null)
      if (answer?.ok) ready.add(origin)
      else ready.delete(origin)
      await sleep(200)
    }
  }
  for (const origin of origins) void follow(origin)

  async function pass({ method, url, headers }: IncomingMessage, body: Buffer, answer: ServerResponse): Promise<void> {
    const end = Date.now() + 10_000
    while (Date.now() < end) {
      const able = [...ready]
      turn += 1
      const origin = able[turn % able.length]
      if (origin === undefined) {
        await sleep(50)
        continue
      }
      const asked = request(`${origin}${url}`, { method, headers, agent })
      asked.end(body)
      try {
        const [reply] = (await once(asked, 'response')) as [IncomingMessage]
        answer.writeHead(reply.statusCode ?? 502, reply.headers).end(await buffer(reply))
        return
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') break
        ready.delete(origin)
      }
    }
    answer.writeHead(502, { 'content-type': 'application/json' }).end('{}')
  }

  const server = createServer((asked, answer) => {
    void buffer(asked).then((body) => pass(asked, body, answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async hasAll() {
      while (ready.size < origins.length) await sleep(50)
    },
    close() {
      isOver = true
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}
