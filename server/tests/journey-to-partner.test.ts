import { randomBytes } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallSite } from '../../engine/node/testing/small-site.ts'
import { buildPages, startServer, submit, temporaryFolder } from '../testing/running-server.ts'

const folder = temporaryFolder()
const site = smallSite(folder)
const secret = `whsec_${randomBytes(24).toString('base64')}`
const received: { headers: IncomingHttpHeaders; body: string }[] = []
let answerAfter = 0

/** A partner's end of a webhook, on loopback. */
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', async () => {
    received.push({ headers: request.headers, body })
    await sleep(answerAfter)
    response.end()
  })
})

beforeAll(async () => {
  buildPages()
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  const file = join(site.DEFINITIONS_DIR, 'partners/demo.json')
  const partner = JSON.parse(readFileSync(file, 'utf8'))
  partner.map = { mail: 'email', givenName: 'firstName', extras: 'features', source: { const: 'portal' } }
  partner.filters = [{ form: 'home-insurance' }]
  partner.deliveries.hook = { kind: 'webhook', url: `http://127.0.0.1:${port}/leads`, secretVariable: 'DEMO_SECRET' }
  writeFileSync(file, JSON.stringify(partner))
}, 120_000)

afterAll(() => {
  receiver.close()
  rmSync(folder, { recursive: true })
})

const env = { ...site, DEMO_SECRET: secret, OUTBOUND_ALLOW: '127.0.0.0/8' }

async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition() && waited < 30_000; waited += 20) await sleep(20)
}

test('a lead reaches the partner both ways, mapped, signed and with one id', async () => {
  const data = join(folder, 'data')
  const server = await startServer(data, env)
  const reply = await submit(server.origin)
  expect(reply.status).toBe(201)
  const { id } = (await reply.json()) as { id: string }

  const key = readFileSync(join(data, 'demo.key'), 'utf8').trim()
  const pull = await fetch(`${server.origin}/api/v1/leads`, { headers: { authorization: `Bearer ${key}` } })
  const { leads, next } = (await pull.json()) as { leads: unknown[]; next: string }
  const mapped = {
    id,
    form: 'home-insurance',
    locale: 'en',
    test: false,
    data: { mail: 'ada@example.com', givenName: 'Ada', extras: ['alarm'], source: 'portal' },
  }
  expect(leads).toMatchObject([mapped])
  const more = await fetch(`${server.origin}/api/v1/leads?after=${next}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  expect(await more.json()).toEqual({ leads: [], next })

  await until(() => received.length > 0)
  const [push] = received
  const verified = new Webhook(secret).verify(push?.body ?? '', push?.headers as Record<string, string>)
  expect(verified).toMatchObject({ type: 'lead.created', data: mapped })
  expect(await server.stop()).toBe(0)
})

test('a shutdown finishes the delivery that is in flight', async () => {
  const data = join(folder, 'data')
  answerAfter = 1500
  const before = received.length
  const server = await startServer(data, env)
  expect((await submit(server.origin)).status).toBe(201)
  await until(() => received.length > before)
  expect(await server.stop()).toBe(0)
  // Had it been cut off, the next start would deliver it again.
  answerAfter = 0
  const next = await startServer(data, env)
  await sleep(1500)
  await next.stop()
  expect(received.length).toBe(before + 1)
})

test('a start on definitions with a problem goes on with the last good ones, and says where', async () => {
  const broken = join(folder, 'broken')
  cpSync(site.DEFINITIONS_DIR, broken, { recursive: true })
  const file = join(broken, 'forms/home-insurance.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"kind": "gender"', '"kind": "gendre"'))
  const changed = { ...env, DEFINITIONS_DIR: broken, LOG_LEVEL: 'error' }
  const server = await startServer(join(folder, 'data'), changed)
  expect(server.said()).toMatch(/home-insurance\.json:\d+:\d+ There is no kind \\?"gendre/)
  expect((await submit(server.origin)).status).toBe(201)
  expect(await server.stop()).toBe(0)
})
