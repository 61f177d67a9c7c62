import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMalformed } from '../testing/malformed-requests.ts'
import { buildPages, type RunningServer, startServer, submit, temporaryFolder } from '../testing/running-server.ts'

const folder = temporaryFolder()
let server: RunningServer
let unfinished: Promise<{ reply: string; took: number }>
beforeAll(async () => {
  buildPages()
  server = await startServer(folder)
  unfinished = neverEnding()
}, 60_000)
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

// The short form of `leadwright bench faults malformed`.
test('malformed requests: none is a fault of ours, none hangs, and memory stays bounded', {
  timeout: 300_000,
}, async () => {
  const { statuses, faults, growth } = await sendMalformed(server, 2000)
  expect(faults).toEqual([])
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(2000)
  // The tests must reach the server: most are answered, and in more than one way.
  expect(statuses.get(0) ?? 0).toBeLessThan(200)
  expect(statuses.size).toBeGreaterThan(5)
  expect(growth).toBeLessThan(250 * 1024 * 1024)
  expect((await submit(server.origin)).status).toBe(201)
})

test('what is no HTTP at all is refused or ended', async () => {
  const { hostname, port } = new URL(server.origin)
  const bytes = fc.sample(fc.uint8Array({ minLength: 1, maxLength: 300 }), 300)
  const lines = [
    'GET / HTTP/9.9\r\n\r\n',
    'POST /api/v1/submissions HTTP/1.1\r\nContent-Length: -1\r\n\r\n',
    '\r\n'.repeat(99),
  ]
  const replies = [...bytes, ...lines.map((line) => Buffer.from(line))].map(
    (data) =>
      new Promise<string>((resolve) => {
        let said = ''
        const socket = connect(Number(port), hostname, () => socket.end(data))
        socket.on('data', (chunk) => {
          said += chunk
        })
        socket.on('error', () => {})
        socket.on('close', () => resolve(said))
      }),
  )
  const wrongs = (await Promise.all(replies)).filter((said) => said !== '' && !/^HTTP\/1\.1 [234]/.test(said))
  expect(wrongs).toEqual([])
  expect((await submit(server.origin)).status).toBe(201)
})

/** What a body that stops half-way is answered, and after how long, in ms. */
async function neverEnding(): Promise<{ reply: string; took: number }> {
  const { hostname, port } = new URL(server.origin)
  const head =
    'POST /api/v1/submissions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{'
  const begun = performance.now()
  const reply = await new Promise<string>((resolve) => {
    let said = ''
    const socket = connect(Number(port), hostname, () => socket.write(head))
    socket.on('data', (chunk) => {
      said += chunk
    })
    socket.on('close', () => resolve(said))
  })
  return { reply, took: performance.now() - begun }
}

test('a body that never ends is given up after half a minute', async () => {
  const { reply, took } = await unfinished
  expect(reply).toMatch(/^HTTP\/1\.1 408 /)
  // Node looked for such bodies only every half minute, and gave up after 90 seconds.
  expect(took).toBeLessThan(50_000)
})
