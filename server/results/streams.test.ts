// Server-sent events of results pages: many readers, slow ones, and pages that end.
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { repositorySite } from '../../engine/node/testing/repository.ts'
import { storeLead } from '../leads/store-lead.ts'
import { sampleLead } from '../leads/testing/sample-lead.ts'
import { endResults, openResults, touchResults } from '../offers/offers.ts'
import type { Storage } from '../storage/storage.ts'
import { temporaryPlace, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { eventually } from '../testing/eventually.ts'
import { type ResultStreams, resultRoutes } from './routes.ts'

const market = { currency: 'GBP', timeZone: 'Europe/London' }

async function openPage(storage: Storage): Promise<string> {
  const lead = sampleLead()
  await storeLead(storage, lead, [], [openResults(lead, { askedAt: Date.now(), seconds: 20, market })])
  return lead.id
}

/** A server of streams alone, whose tokens are the leads' ids. */
async function startStreams(
  storage: Storage,
  changes: { pollMs?: number; mostUnread?: number; mostStreams?: number; mostStreamsOfAddress?: number } = {},
) {
  // Readers that were refused may keep their connections.
  const app: FastifyInstance = Fastify({ forceCloseConnections: true })
  onTestFinished(() => app.close())
  const site = await repositorySite()
  const registry = new Registry()
  const streams = resultRoutes(app, {
    ...{ site: () => site, storage, registry, limit: async () => false },
    pages: { lead: (token) => token, view: async () => null },
    ...changes,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const open = async () => Number(/streams (\d+)/.exec(await registry.metrics())?.[1])
  return { app, port, streams, open, origin: `http://127.0.0.1:${port}` }
}

/** Reads a stream; `revisions` are those that came so far. */
async function listen(origin: string, lead: string) {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const reply = await fetch(`${origin}/api/results/${lead}/events`, { signal: stop.signal })
  const revisions: number[] = []
  let isOver = false
  const read = async () => {
    for await (const chunk of reply.body ?? [])
      for (const [, revision] of Buffer.from(chunk)
        .toString()
        .matchAll(/"revision":(\d+)/g))
        revisions.push(Number(revision))
  }
  read()
    .catch(() => {})
    .finally(() => {
      isOver = true
    })
  return { status: reply.status, revisions, isOver: () => isOver, stop: () => stop.abort() }
}

/** Longer than a test takes: what is heard was told. */
const never = 60_000

test('a page hears of what changes, once, and that it is over', async () => {
  const storage = await temporaryStorage()
  const lead = await openPage(storage)
  const { origin, streams, open } = await startStreams(storage, { pollMs: 100 })
  const page = await listen(origin, lead)
  await eventually(() => expect(page.revisions).toEqual([0]))
  await storage.atomic([touchResults(lead)])
  streams.look(lead)
  await eventually(() => expect(page.revisions).toEqual([0, 1]))
  // A partner that answers all the time is no reason to write all the time; the last of it is told.
  for (let count = 0; count < 50; count++) {
    await storage.atomic([touchResults(lead)])
    streams.look(lead)
  }
  await eventually(() => expect(page.revisions.at(-1)).toBe(51))
  expect(page.revisions.length).toBeLessThan(10)
  await storage.atomic(endResults([lead]))
  await eventually(() => expect(page.isOver()).toBe(true))
  expect(await open()).toBe(0)
  expect((await listen(origin, lead)).status).toBe(404)
})

test('a page that one server serves hears of what reached another, told by the database or found by looking', async () => {
  const place = await temporaryPlace()
  const [ours, theirs] = [await temporaryStorage(place), await temporaryStorage(place)]
  const isTold = ours.engine === 'postgres'
  const told = await startStreams(ours, { pollMs: isTold ? never : 100 })
  // As behind a pooler that forbids LISTEN: nobody calls its look.
  const polled = await startStreams(ours, { pollMs: 100 })
  let heard = 0
  ours.listen((tried) => {
    heard += 1
    if (tried !== null) told.streams.look(tried)
  })
  theirs.listen(() => {})
  if (isTold)
    await eventually(() => {
      theirs.notify()
      expect(heard).toBeGreaterThan(0)
    })
  const lead = await openPage(ours)
  const pages = [await listen(told.origin, lead), await listen(polled.origin, lead)]
  await new Promise((resolve) => setTimeout(resolve, 1100))
  await theirs.atomic([touchResults(lead)])
  theirs.notify(lead)
  await eventually(() =>
    expect(pages.map(({ revisions }) => revisions)).toEqual([
      [0, 1],
      [0, 1],
    ]),
  )
})

test('readers beyond what a page, an address or the server may have are refused, and those that leave make room', async () => {
  const storage = await temporaryStorage()
  const { origin, open } = await startStreams(storage, { mostStreamsOfAddress: 6 })
  const [first, second] = [await openPage(storage), await openPage(storage)]
  const readers = await Promise.all(Array.from({ length: 4 }, () => listen(origin, first)))
  expect(readers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await listen(origin, first)).status).toBe(503)
  expect((await listen(origin, second)).status).toBe(200)
  expect((await listen(origin, second)).status).toBe(200)
  expect((await listen(origin, second)).status).toBe(429)
  expect(await open()).toBe(6)
  for (const { stop } of readers) stop()
  await eventually(async () => expect(await open()).toBe(2))
  expect((await listen(origin, first)).status).toBe(200)

  const small = await startStreams(storage, { mostStreams: 20 })
  const pages = await Promise.all(Array.from({ length: 25 }, () => openPage(storage)))
  const statuses = await Promise.all(pages.map(async (page) => (await listen(small.origin, page)).status))
  expect(statuses.filter((status) => status === 503)).toHaveLength(5)
  expect(await small.open()).toBe(20)
})

test('each of many pages has its turn, changed or silent, however many others change all the time', async () => {
  const storage = await temporaryStorage()
  const { origin, streams } = await startStreams(storage, { pollMs: 50, mostStreamsOfAddress: 2000 })
  const leads = await Promise.all(Array.from({ length: 600 }, () => openPage(storage)))
  const pages = await Promise.all(leads.map((lead) => listen(origin, lead)))
  await eventually(() => expect(pages.every(({ revisions }) => revisions.length === 1)).toBe(true))
  const [busy = '', ...others] = leads
  const answering = setInterval(() => {
    storage.atomic([touchResults(busy)]).catch(() => {})
    streams.look(busy)
  }, 20)
  onTestFinished(() => clearInterval(answering))
  // As another server does: nobody calls `look`.
  for (let from = 0; from < others.length; from += 100)
    await storage.atomic(others.slice(from, from + 100).map(touchResults))
  await eventually(() => expect(pages.slice(1).map(({ revisions }) => revisions.at(-1))).toEqual(others.map(() => 1)))
  expect(pages[0]?.revisions.length).toBeGreaterThan(1)
})

test('a reader that left before it was let in counts for nothing', async () => {
  const storage = await temporaryStorage()
  const lead = await openPage(storage)
  const { port, open, origin } = await startStreams(storage)
  const { read } = storage
  const isAsked = Promise.withResolvers<void>()
  const mayAnswer = Promise.withResolvers<void>()
  storage.read = async (statements) => {
    isAsked.resolve()
    await mayAnswer.promise
    return read(statements)
  }
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET /api/results/${lead}/events HTTP/1.1\r\nhost: x\r\n\r\n`)
  await isAsked.promise
  socket.destroy()
  await new Promise((resolve) => setTimeout(resolve, 100))
  mayAnswer.resolve()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await open()).toBe(0)
  expect((await listen(origin, lead)).status).toBe(200)
  expect(await open()).toBe(1)
})

test('a reader that reads nothing is dropped, and what it left unread with it', async () => {
  const storage = await temporaryStorage()
  const lead = await openPage(storage)
  const { app, origin, open } = await startStreams(storage, { pollMs: 20, mostUnread: 600 })
  const page = await listen(origin, lead)
  await eventually(() => expect(page.revisions).toEqual([0]))
  // As if its socket took nothing more.
  let server: Socket | undefined
  app.server.once('connection', (socket) => {
    server = socket
  })
  const slow = connect((app.server.address() as AddressInfo).port, '127.0.0.1').pause()
  slow.write(`GET /api/results/${lead}/events HTTP/1.1\r\nhost: x\r\n\r\n`)
  await eventually(async () => expect(await open()).toBe(2))
  server?.cork()
  await once(slow.resume(), 'close')
  await eventually(async () => expect(await open()).toBe(1))
  expect(page.isOver()).toBe(false)
})

test('a server that stops ends its streams', async () => {
  const storage = await temporaryStorage()
  const { app, origin, streams } = await startStreams(storage)
  const page = await listen(origin, await openPage(storage))
  const begun = performance.now()
  await app.close()
  await eventually(() => expect(page.isOver()).toBe(true))
  expect(performance.now() - begun).toBeLessThan(4000)
  ;(streams satisfies ResultStreams).look('nobody')
})
