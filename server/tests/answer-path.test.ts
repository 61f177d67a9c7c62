import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { smallSite } from '../../engine/node/testing/small-site.ts'
import { eventually } from '../testing/eventually.ts'
import { buildPages, type RunningServer, startServer, submit, temporaryFolder } from '../testing/running-server.ts'

const root = join(import.meta.dirname, '../..')

/** The part of V8's precise coverage that this test reads (Chrome DevTools Protocol, Profiler domain). */
interface Coverage {
  result: { url: string; functions: { functionName: string; ranges: { count: number }[] }[] }[]
}

/** Sends commands to the inspector of a server that was started with `--inspect`. */
async function inspectorOf(server: RunningServer): Promise<(method: string, params?: object) => Promise<unknown>> {
  const address = /ws:\/\/\S+/.exec(server.said())?.[0] ?? ''
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  onTestFinished(() => socket.close())
  const waiting = new Map<number, (result: unknown) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data))
    waiting.get(id)?.(result)
  })
  let sent = 0
  return (method, params = {}) =>
    new Promise((resolve) => {
      sent += 1
      waiting.set(sent, resolve)
      socket.send(JSON.stringify({ id: sent, method, params }))
    })
}

test('few files run between a submission and the webhook of the partner', async () => {
  buildPages()
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  let received = 0
  const partner = createServer((request, response) => {
    received += 1
    request.resume()
    response.end()
  })
  await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void partner.close())
  const site = smallSite(folder)
  const file = join(site.DEFINITIONS_DIR, 'partners/demo.json')
  const definition = JSON.parse(readFileSync(file, 'utf8'))
  definition.map = { mail: 'email', givenName: 'firstName' }
  definition.filters = [{ form: 'home-insurance' }]
  const url = `http://127.0.0.1:${(partner.address() as AddressInfo).port}/leads`
  definition.deliveries = { hook: { kind: 'webhook', url, secretVariable: 'DEMO_SECRET' } }
  writeFileSync(file, JSON.stringify(definition))
  const server = await startServer(join(folder, 'data'), {
    ...site,
    DEMO_SECRET: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
    OUTBOUND_ALLOW: '127.0.0.0/8',
    NODE_OPTIONS: '--inspect=127.0.0.1:0',
  })
  onTestFinished(() => server.stop().then(() => {}))
  const inspector = await inspectorOf(server)
  await inspector('Profiler.enable')
  await inspector('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  // What runs once, at the first lead, is no part of the path.
  expect((await submit(server.origin)).status).toBe(201)
  await eventually(() => expect(received).toBe(1))
  await inspector('Profiler.takePreciseCoverage')

  // Timers run in between, more often on a busy machine. The path is the files that run for every lead.
  const runs: string[][] = []
  for (let lead = 2; lead <= 6; lead++) {
    expect((await submit(server.origin)).status).toBe(201)
    await eventually(() => expect(received).toBe(lead))
    const { result } = (await inspector('Profiler.takePreciseCoverage')) as Coverage
    const ran = result
      .filter(({ url, functions }) => url.startsWith('file:') && functions.some(({ ranges }) => ranges[0]?.count))
      .map(({ url }) => relative(root, fileURLToPath(url)))
    runs.push(ran.filter((path) => !path.startsWith('..') && !path.startsWith('node_modules')))
  }
  const [first = [], ...others] = runs
  const files = first.filter((path) => path !== 'server/main.ts' && others.every((ran) => ran.includes(path)))
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(61)
  // Downhill only, as the modules import each other in no circle: server/http → submissions → engine/form → distribution
  // → channels, mail → leads → storage; then relay → leads → channels → outbound. The rest answers for the definitions.
  const modules = new Set(files.map((path) => /^engine\/form|^[^/]+\/[^/]+/.exec(path)?.[0]))
  // A timer asks server/offers for mails that are due, on a busy machine beside every lead.
  modules.delete('server/offers')
  expect([...modules].sort()).toEqual([
    ...['engine/authoring', 'engine/form', 'engine/node', 'engine/site', 'server/channels', 'server/config'],
    ...['server/console'],
    ...['server/distribution', 'server/embedding', 'server/http', 'server/leads', 'server/mail', 'server/outbound'],
    ...['server/previews', 'server/relay', 'server/storage', 'server/submissions'],
  ])
})
