import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type Ending, HttpClient } from '../http/http-client.ts'

type Answer = (request: IncomingMessage, reply: ServerResponse) => void

/** A client of a server on loopback, and how its requests ended. */
async function clientOf(answer: Answer): Promise<{ client: HttpClient; endings: Ending[]; inFlight: () => number }> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const client = new HttpClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const endings: Ending[] = []
  let begun = 0
  client.watch({ began: () => (begun += 1), ended: (ending) => endings.push(ending) })
  return { client, endings, inFlight: () => begun - endings.length }
}

const asText = (reply: Response) => reply.text()
const echo: Answer = ({ method, url, headers: { accept, authorization, ...headers } }, reply) =>
  reply.end(JSON.stringify({ method, url, accept, authorization, from: headers['x-from'] }))
const never: Answer = () => {}

test('asks its base address for JSON or text', async () => {
  const { client, endings } = await clientOf(echo)
  expect(JSON.parse(await client.send('/api/page?path=%2F', {}, asText))).toEqual({
    method: 'GET',
    url: '/api/page?path=%2F',
    accept: 'application/json, text/plain',
  })
  expect(endings).toEqual(['done'])
})

test('a bearer token goes with every request until it is taken back', async () => {
  const { client } = await clientOf(echo)
  const sent = async () => JSON.parse(await client.send('/', {}, asText)).authorization
  client.authorize('abc')
  expect([await sent(), await sent()]).toEqual(['Bearer abc', 'Bearer abc'])
  client.authorize(null)
  expect(await sent()).toBeUndefined()
})

test('interceptors change requests, one after the other, until they are taken out', async () => {
  const { client } = await clientOf(echo)
  const adding = (name: string) => (request: Request) => {
    request.headers.set('x-from', [request.headers.get('x-from') ?? [], name].flat().join(' '))
    return Promise.resolve(request)
  }
  const withdraw = client.intercept(adding('one'))
  client.intercept(adding('two'))
  const from = async () => JSON.parse(await client.send('/', {}, asText)).from
  expect(await from()).toBe('one two')
  withdraw()
  expect(await from()).toBe('two')
})

test.each(['https://example.com/', '//example.com/', '/\\example.com', 'page', ''])('%j is no path', async (path) => {
  await expect(new HttpClient().send(path, {}, asText)).rejects.toThrow('is no path')
})

test.each<[Answer, string, Ending]>([
  [(_, reply) => reply.writeHead(404).end('none'), 'none', 'done'],
  [(_, reply) => reply.writeHead(422).end('wrong'), 'wrong', 'done'],
  [(_, reply) => reply.writeHead(500).end('fault'), 'fault', 'failed'],
  [(_, reply) => reply.writeHead(503).end('busy'), 'busy', 'failed'],
])('an answer is read whatever its status %#', async (answer, text, ending) => {
  const { client, endings } = await clientOf(answer)
  expect(await client.send('/', {}, asText)).toBe(text)
  expect(endings).toEqual([ending])
})

test('a request is on its way until its answer is read, and fails with it', async () => {
  const { client, endings, inFlight } = await clientOf((_, reply) => reply.end('no JSON'))
  const reading = client.send('/', {}, (reply) => reply.json())
  expect(inFlight()).toBe(1)
  await expect(reading).rejects.toThrow(SyntaxError)
  expect([endings, inFlight()]).toEqual([['failed'], 0])
})

test('no answer in time and no server are failures; who cancels fails nothing', async () => {
  const { client, endings } = await clientOf(never)
  await expect(client.send('/', { timeout: 50 }, asText)).rejects.toMatchObject({ name: 'TimeoutError' })
  const cancel = new AbortController()
  const cancelled = client.send('/', { signal: cancel.signal, timeout: 60_000 }, asText)
  cancel.abort()
  await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' })
  await expect(client.send('/', { signal: AbortSignal.abort() }, asText)).rejects.toMatchObject({ name: 'AbortError' })
  expect(endings).toEqual(['failed', 'cancelled', 'cancelled'])
  await expect(new HttpClient('http://127.0.0.1:1').send('/', {}, asText)).rejects.toThrow(TypeError)
})

test('what nobody waits for is not told', async () => {
  const { client, endings } = await clientOf(echo)
  await client.send('/', { isQuiet: true }, asText)
  expect(endings).toEqual([])
})
