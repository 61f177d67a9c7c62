import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallSite } from '../../engine/node/testing/small-site.ts'
import {
  buildPages,
  formBody,
  type RunningServer,
  startServer,
  submit,
  temporaryFolder,
} from '../testing/running-server.ts'

const folder = temporaryFolder()
let status = 200
let answers = true
const asked: string[] = []

/** The e-mail-marketing provider's end, on loopback. */
const provider = createServer((request, response) => {
  asked.push(request.url ?? '')
  request.resume()
  if (answers) response.writeHead(status).end()
})
let server: RunningServer

beforeAll(async () => {
  buildPages()
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const site = smallSite(folder)
  const file = join(site.DEFINITIONS_DIR, 'partners/demo.json')
  const partner = JSON.parse(readFileSync(file, 'utf8'))
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const keyVariables = { de: 'KEY_DE', default: 'KEY' }
  partner.map = { email: 'email' }
  partner.deliveries = { provider: { kind: 'data-delivery', url, keyVariables, partnerId: '7' } }
  writeFileSync(file, JSON.stringify(partner))
  const env = { ...site, KEY: 'k', KEY_DE: 'kde', OUTBOUND_ALLOW: '127.0.0.0/8' }
  server = await startServer(join(folder, 'data'), env)
}, 120_000)

afterAll(async () => {
  await server.stop()
  provider.closeAllConnections()
  provider.close()
  rmSync(folder, { recursive: true })
})

const delivered = async (key: string) => {
  const reply = await submit(server.origin, { key })
  return [reply.status, ((await reply.json()) as { delivered?: boolean }).delivered]
}

test("a submission waits for the provider's first answer and says how it went", async () => {
  expect(await delivered('a')).toEqual([201, true])
  expect(await delivered('a')).toEqual([200, true])
  status = 500
  expect(await delivered('b')).toEqual([201, false])
  expect(asked).toEqual(Array(2).fill('/api/v1/lead/data_delivery?api_key=k&partner_id=7'))
  // The relay tries again after five seconds; who presses the button again then hears the good news.
  status = 200
  await expect.poll(() => asked.length, { timeout: 60_000 }).toBe(3)
  await expect.poll(() => delivered('b'), { timeout: 60_000 }).toEqual([200, true])
  answers = false
  const start = performance.now()
  expect(await delivered('c')).toEqual([201, false])
  expect(performance.now() - start).toBeGreaterThan(9000)
  expect(performance.now() - start).toBeLessThan(30_000)
  answers = true
})

test('a page says that the sign-up is not complete, and keeps what was typed', async () => {
  status = 500
  const address = `${server.origin}/insurance/home-insurance?step=contact-2`
  const headers = { 'sec-fetch-site': 'same-origin' }
  const reply = await fetch(address, {
    method: 'POST',
    body: formBody({ 'root[email]': 'grace@example.com' }),
    headers,
    redirect: 'manual',
  })
  expect(reply.status).toBe(502)
  const html = await reply.text()
  expect(html).toContain('Your sign-up is not complete yet')
  expect(html).toContain('grace@example.com')
})
